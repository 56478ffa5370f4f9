import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// The renewal of a key on a medium that forgets, whatever call it fails or loses its power in.
@Suite struct KeyMediumTests {
  /// So many of the states that a power cut may leave are tried at each call.
  private static let states = 4

  private func setup(_ medium: ForgetfulMedium) -> StoreSetup {
    var setup = StoreSetup(
      directory: medium.store, device: medium.device, program: ProgramFacts(version: "1"),
      check: { _ in nil })
    setup.medium = medium
    return setup
  }

  private func moment(_ boot: String) -> Moment {
    Moment(bootID: boot, instant: .zero + .seconds(5), wall: .unset)
  }

  /// Renews a key with `fault` after so many calls, then starts again, after a power cut where it `isCut`.
  ///
  /// - Returns: whether the fault came to something.
  private func run(
    _ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int
  ) throws -> Bool {
    var template = Array("/tmp/exhibit-keys-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { Folder.erase(folder) }
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: UInt64(seed)))
    do { _ = try Store(setup(medium), at: moment("first")) }
    let old = try #require(try DeviceFolder(medium.device).storedKey()).publicKey
    var new: PublicKey?
    do throws(Failure) {
      let store = try Store(setup(medium), at: moment("first"), reopenedWith: Doubts())
      medium.fail(fault, after: calls)
      new = try store.renewKey(
        in: DeviceFolder(medium.device, on: medium), at: moment("first"))
    } catch {}
    let hasFailed = medium.happened.total > 0
    medium.mend()
    let isDark = isCut || medium.isOff
    if isDark {
      medium.turnOff()
      medium.turnOn()
    }
    let words: Comment = "\(fault) after \(calls) calls, \(isCut), \(seed)"
    try check(medium, isDark ? "second" : "first", old, new, words)
    return hasFailed
  }

  /// The store goes on by the old key or by one for which that vouches; by which, whoever was told of it knows.
  private func check(
    _ medium: ForgetfulMedium, _ boot: String, _ old: PublicKey, _ new: PublicKey?, _ words: Comment
  ) throws {
    let device: PublicKey
    do { device = try Store(setup(medium), at: moment(boot)).device }
    if let new { #expect(device == new, words) }
    let verification = try Verification(ofStoreIn: medium.store, Trust())
    #expect(verification.isGood, words)
    let isNew = device != old
    #expect(verification.signers.map(\.key) == (isNew ? [old, device] : [old]), words)
    #expect(verification.signers.map(\.isEndorsed) == (isNew ? [nil, true] : [nil]), words)
    let names = try Folder.names(in: medium.device).filter { $0.hasPrefix("key") }
    #expect(Set(names).isSubset(of: ["key.lock", "key.pem", "key.pem.new"]), words)
  }

  @Test func thePowerMayGoOffInEachCall() throws {
    for state in 0..<Self.states {
      var calls = 0
      while try run(.powerCut, after: calls, isCut: true, seed: state) { calls += 1 }
      #expect(calls > 15)
    }
  }

  @Test(arguments: [MediumFault.lost, .unnamed, .broken, .short, .full, .readOnly])
  func eachCallMayFail(fault: MediumFault) throws {
    var calls = 0
    // Every other time the power goes off afterwards.
    while try run(fault, after: calls, isCut: calls.isMultiple(of: 2), seed: calls) { calls += 1 }
    #expect(calls > 2)
  }
}
