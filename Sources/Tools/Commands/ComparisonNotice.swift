import Core
import Door
import Drivers
import Evidence
import Glibc
import System

/// Telling a device, and the program that runs on it, what a look at all of its store found.
///
/// The device keeps it for the next start; a program that runs hears it over its console's socket.
struct ComparisonNotice {
  /// Folder of the device.
  let device: String
  /// Where the program that writes to its store may answer.
  let sockets: [String]

  /// Tells what `verification` found.
  ///
  /// - Returns: what people should hear of it.
  func tell(_ verification: Verification) throws(Failure) -> Phrase {
    let folder = DeviceFolder(device)
    guard let store = verification.store, try folder.storeID() == store else {
      throw Failure(
        .store,
        Phrase(
          "compared.elsewhere",
          """
          That is not the store of the device whose folder is \(device); nothing was kept. Name its folder with \
          --device.
          """))
    }
    let now = Clock.wallTime(at: Clock.now).microseconds.map { Int($0) }
    let comparison = Comparison(
      flawCount: verification.flawCount, pieceCount: verification.pieceCount, endedAt: now)
    try folder.keep(comparison, of: store)
    for socket in sockets where try tell(comparison, at: socket) {
      return Phrase("compared.told", "The running program was told.")
    }
    return Phrase("compared.kept", "No program runs that could be told: the next start tells it.")
  }

  /// Says it at `socket`.
  ///
  /// - Returns: whether anybody is there.
  private func tell(_ comparison: Comparison, at socket: String) throws(Failure) -> Bool {
    do throws(Failure) {
      _ = try ConsoleClient.ask("compared \(comparison.text)", at: socket)
      return true
    } catch {
      guard error.cause?.code == ENOENT || error.cause?.code == ECONNREFUSED else { throw error }
      return false
    }
  }
}
