import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// A redaction on a medium that forgets, whatever call it fails or loses its power in.
@Suite struct RedactionMediumTests {
  private static let choice = Redaction.Choice.thing(ThingReference("2"), .title)
  private static let labels = ["Rolex of Bern", "Omega of Biel"]

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

  /// A store with a thing that had both labels, and databases that were set aside.
  private func prepare(_ medium: ForgetfulMedium) throws {
    var store = try Store(setup(medium), at: moment("first"))
    _ = try store.make(
      .addThing(label: Self.labels[0], .watches), for: .button, at: moment("first"))
    _ = try store.make(
      .setThing(.title, .text(Self.labels[1]), of: nil), for: .button, at: moment("first"))
    for name in ["damaged-1.sqlite", "reset.sqlite"] {
      let file = try medium.open("\(medium.store)/\(name)", O_WRONLY | O_CREAT, mode: 0o640)
      try medium.writeAll(Array(Self.labels[0].utf8), to: file)
      try medium.flush(file)
    }
    try medium.flushFolder(medium.store)
  }

  /// Redacts with `fault` after so many calls, then starts again, after a power cut where it `isCut`.
  ///
  /// - Returns: whether the fault came to something.
  private func run(
    _ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int
  ) throws -> Bool {
    var template = Array("/tmp/exhibit-redact-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { Folder.erase(folder) }
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: UInt64(seed)))
    try prepare(medium)
    var isTold = false
    do throws(Failure) {
      var store = try Store(setup(medium), at: moment("first"), reopenedWith: Doubts())
      medium.fail(fault, after: calls)
      _ = try store.make(.redact(Self.choice, asked: nil), for: .button, at: moment("first"))
      isTold = true
      for _ in 0..<4 where store.isCheckpointDue { try store.checkpoint() }
    } catch {}
    let hasFailed = medium.happened.total > 0
    medium.mend()
    let isDark = isCut || medium.isOff
    if isDark {
      medium.turnOff()
      medium.turnOn()
    }
    try check(
      medium, isDark ? "second" : "first", isTold: isTold,
      "\(fault) after \(calls) calls, \(isCut), \(seed)")
    return hasFailed
  }

  /// What was told is done; and what is done has left no byte, nor what is not done taken one.
  private func check(
    _ medium: ForgetfulMedium, _ boot: String, isTold: Bool, _ words: Comment
  ) throws {
    var store = try Store(setup(medium), at: moment(boot))
    for _ in 0..<4 where store.isCheckpointDue { try store.checkpoint() }
    let isDone = store.thing.label == "Thing 2"
    if isTold { #expect(isDone, words) }
    #expect(isDone || store.thing.label == Self.labels[1], words)
    for label in Self.labels {
      let files = try Folder.files(with: label, in: medium.store)
      #expect(isDone ? files == [] : !files.isEmpty, "\(words): \(label) in \(files)")
    }
    let verification = try Verification(ofStoreIn: medium.store, Trust())
    #expect(verification.isGood && verification.texts.redacted == (isDone ? 2 : 0), words)
  }

  @Test func thePowerMayGoOffInEachCall() throws {
    for state in 0..<2 {
      var calls = 0
      while try run(.powerCut, after: calls, isCut: true, seed: state) { calls += 1 }
      #expect(calls > 10)
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
