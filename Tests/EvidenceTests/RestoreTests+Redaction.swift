import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What comes back of two histories of one store, and of what was redacted.
extension RestoreTests {
  /// A store of which an older copy was put back, or not, and to which an export of its then newest state comes back.
  @Test(arguments: [false, true])
  func twoHistoriesOfOneStoreAreTold(isSetBack: Bool) throws {
    let (here, folder) = (TemporaryFolder(), TemporaryFolder())
    var head = Head.none
    do {
      var store = try here.open()
      _ = try store.insert("a", at: .sample(11))
      try store.note([.programStopped(isShutdown: false)], at: .sample(12))
      head = store.head
    }
    let copy = here.records()
    do {
      var store = try here.open(at: .sample(13))
      _ = try store.insert("b", at: .sample(14))
      try store.note([.programStopped(isShutdown: false)], at: .sample(15))
      try writeBundle(of: store, in: here, to: folder)
    }
    if isSetBack {
      try here.putBack(copy)
      unlink("\(here.path)/\(EvidenceFolder.file(2))")
    }
    var store = try here.open(at: .sample(16))
    _ = try store.insert("c", at: .sample(17))
    let answers = try takeAll(folder, into: &store)
    #expect(answers == ["restored", "there", "there", isSetBack ? "restored" : "there"])
    let verification = try Verification(ofStoreIn: here.path, Trust())
    let flaws = verification.flaws.flatMap(\.kept)
    #expect(flaws.map(\.kind) == (isSetBack ? [.historyForked] : []))
    #expect(flaws.map(\.record) == (isSetBack ? [head.sequence + 1] : []))
    #expect(verification.isRestorable && verification.isGood != isSetBack)
    #expect(verification.resumptions.count == (isSetBack ? 1 : 0))
  }

  @Test func anEarlierExportDoesNotBringBackWhatWasRedacted() throws {
    let (here, folder) = (TemporaryFolder(), TemporaryFolder())
    var store = try here.open()
    _ = try store.make(.addThing(label: "Omega", .watches), for: .button, at: .sample(11))
    _ = try store.insert("a", at: .sample(12))
    try writeBundle(of: store, in: here, to: folder)
    let title = Redaction.Choice.thing(ThingReference("2"), .title)
    _ = try store.make(.redact(title, asked: nil), for: .button, at: .sample(13))
    #expect(try takeAll(folder, into: &store) == ["restored", "there", "there"])
    #expect(try here.files(with: "Omega") == [])
    #expect(try store.archive.things().map(\.label) == ["Unsorted", "Thing 2"])
    #expect(try Verification(ofStoreIn: here.path, Trust()).isGood)
  }

  @Test func oneFieldOfAThingThatCameBackGoesAndTheOthersStay() throws {
    let folder = try bundle(["a"]) { store in
      for (field, text) in [(ThingField.notes, "secret"), (.price, "300")] {
        _ = try store.make(.setThing(field, .text(text), of: nil), for: .button, at: .sample(13))
      }
    }
    let here = TemporaryFolder()
    var store = try here.open()
    #expect(try !takeAll(folder, into: &store).contains { $0 != "restored" })
    let thing = try #require(try store.archive.things().last)
    let notes = Redaction.Choice.thing(ThingReference("\(thing.number)"), .notes)
    _ = try store.make(.redact(notes, asked: nil), for: .button, at: .sample(40))
    #expect(try here.files(with: "secret") == [])
    #expect(
      try store.archive.fields(of: thing).filter { $0.field.isInData }.map(\.text) == ["300"])
    #expect(try Verification(ofStoreIn: here.path, Trust()).isGood)
  }

  @Test func aRequestWhoseAddressIsGoneComesBackAllTheSame() throws {
    let folder = try bundle(["a"]) { store in
      let text = #"{"url": "secret", "required_evidence": ["Front"]}"#
      let file = try RequestFile(Array(text.utf8), called: "file")
      _ = try store.importRequest(file, for: .button, at: .sample(13))
      _ = try store.make(.setRequest(1, .active), for: .button, at: .sample(14))
      _ = try store.insert("b", at: .sample(15))
      for field in [Redaction.RequestField.url, .title] {
        _ = try store.make(.redact(.request(1, field), asked: nil), for: .button, at: .sample(16))
      }
    }
    let here = TemporaryFolder()
    var store = try here.open()
    #expect(try !takeAll(folder, into: &store).contains { $0 != "restored" })
    #expect(try store.archive.requests().map(\.file.items) == [["Front"]])
  }
}
