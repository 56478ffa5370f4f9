import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// A redaction on a medium that forgets, whatever call it fails or loses its power in.
@Suite struct RedactionMediumTests: EachCallFails {
  private static let choice = Redaction.Choice.thing(ThingReference("2"), .title)
  private static let labels = ["Rolex of Bern", "Omega of Biel"]

  /// A store with a thing that had both labels, and databases that were set aside.
  private func prepare(_ trial: MediumTrial) throws {
    let (medium, now) = (trial.medium, MediumTrial.moment("first"))
    var store = try Store(trial.setup, at: now)
    _ = try store.make(
      .addThing(label: Self.labels[0], .watches), for: .button, at: now)
    _ = try store.make(
      .setThing(.title, .text(Self.labels[1]), of: nil), for: .button, at: now)
    for name in ["damaged-1.sqlite", "reset.sqlite"] {
      let file = try medium.open("\(medium.store)/\(name)", O_WRONLY | O_CREAT, mode: 0o640)
      try medium.writeAll(Array(Self.labels[0].utf8), to: file)
      try medium.flush(file)
    }
    try medium.flushFolder(medium.store)
  }

  func run(_ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int) throws -> Bool {
    let trial = try MediumTrial(seed: seed)
    try prepare(trial)
    let now = MediumTrial.moment("first")
    var isTold = false
    do throws(Failure) {
      var store = try Store(trial.setup, at: now, reopenedWith: Doubts())
      trial.medium.fail(fault, after: calls)
      _ = try store.make(.redact(Self.choice, asked: nil), for: .button, at: now)
      isTold = true
      for _ in 0..<4 where store.isCheckpointDue { try store.checkpoint() }
    } catch {}
    let (hasFailed, boot) = trial.end(isCut: isCut)
    try check(trial, boot, isTold: isTold, "\(fault) after \(calls) calls, \(isCut), \(seed)")
    return hasFailed
  }

  /// What was told is done; and what is done has left no byte, nor what is not done taken one.
  private func check(
    _ trial: MediumTrial, _ boot: String, isTold: Bool, _ words: Comment
  ) throws {
    let medium = trial.medium
    var store = try Store(trial.setup, at: MediumTrial.moment(boot))
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

  @Test func thePowerMayGoOffInEachCall() throws { try cutPower(states: 2, moreThan: 10) }

  @Test(arguments: [MediumFault.lost, .unnamed, .broken, .short, .full, .readOnly])
  func eachCallMayFail(fault: MediumFault) throws { try fail(fault) }
}
