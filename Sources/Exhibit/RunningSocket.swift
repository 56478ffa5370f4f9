import Core
import Door
import Glibc

/// The socket at which the running program is asked.
struct RunningSocket {
  private let place: ConsolePlace

  /// The one that the words of a command name; else the usual one, unless they name a configuration that says which.
  init(_ place: ConsolePlace) {
    self.place = place
  }

  /// The outcome of `conversation`, which is given its path.
  ///
  /// Where words name no socket, and nobody answers at the usual one, a configuration may say where else: others read that.
  func reach<Outcome>(
    by conversation: (String) throws(Failure) -> Outcome
  ) throws(Ending) -> Outcome {
    guard place.socket != nil || place.configuration == nil else { throw .others }
    do throws(Failure) {
      return try conversation(place.socket ?? BoardPlan.usualSocket)
    } catch {
      let isAbsent = [ENOENT, ECONNREFUSED].contains(error.cause?.code)
      if place.socket == nil, isAbsent { throw .others }
      throw Ending(error, isFirst: true)
    }
  }
}
