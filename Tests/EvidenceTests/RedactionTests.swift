import Core
import Glibc
import System
import Testing

@testable import Evidence

/// Texts that somebody has taken out for good: no file of the store has a byte of them, and all else stays proved.
@Suite struct RedactionTests {
  private let folder = TemporaryFolder()
  private static let notes = ThingField.notes
  private static let title = Redaction.Choice.thing(ThingReference("2"), .title)

  @discardableResult
  private func make(_ changes: StoreChange..., in store: inout Store) throws -> String {
    try changes.map { try store.make($0, for: .button, at: .sample()).english }.last ?? ""
  }

  private func refusal(
    _ choice: Redaction.Choice, asked: Redaction? = nil, _ store: inout Store
  ) -> String? {
    do throws(Failure) {
      _ = try store.make(.redact(choice, asked: asked), for: .button, at: .sample())
      return nil
    } catch {
      return error.kind == .refused ? error.phrase.key : "\(error)"
    }
  }

  /// A store with two photos and a thing, Omega, that was called Rolex first.
  private func store() throws -> Store {
    var store = try folder.open()
    for text in ["a", "b"] { _ = try store.insert(text) }
    try make(
      .addThing(label: "Rolex", .watches), .setThing(.title, .text("Omega"), of: nil), in: &store)
    return store
  }

  @Test func aTitleGoesWithAllThatItWas() throws {
    var store = try store()
    #expect(
      try make(.redact(Self.title, asked: nil), in: &store)
        == "Taken out for good, of thing 2: title, 2 in all. It is called Thing 2 now.")
    #expect(try folder.files(with: "Omega") == [] && folder.files(with: "Rolex") == [])
    #expect(store.thing.label == "Thing 2")
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.isGood)
    #expect(verification.texts == TextCheck.Counts(redacted: 2, untold: 0))
  }

  @Test func onlyThatFieldGoes() throws {
    var store = try store()
    try make(
      .setThing(.notes, .text("bought in Bern"), of: nil), .titlePiece(1, "Front"), in: &store)
    try make(.redact(Self.title, asked: nil), in: &store)
    #expect(try store.archive.fields(of: store.thing).map(\.text).contains("bought in Bern"))
    #expect(try store.archive.piece(1)?.title == "Front")
  }

  @Test(arguments: [ThingField.notes, .description, .tags, .price])
  func eachFieldOfAThingIsEmptyAfterwards(field: ThingField) throws {
    var store = try store()
    let value: ThingField.Value = field == .tags ? .list(["secret"]) : .text("secret")
    let second: ThingField.Value = field == .tags ? .list(["hidden"]) : .text("hidden")
    try make(.setThing(field, value, of: nil), .setThing(field, second, of: nil), in: &store)
    try make(.redact(.thing(ThingReference("omega"), field), asked: nil), in: &store)
    #expect(try folder.files(with: "secret") == [] && folder.files(with: "hidden") == [])
    #expect(
      try !store.archive.fields(of: store.thing).contains { $0.field == field && $0.text != "" })
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theTitleOfAPieceGoes() throws {
    var store = try store()
    try make(.titlePiece(1, "secret"), .titlePiece(1, "hidden"), in: &store)
    try make(.redact(.piece(1, .title), asked: nil), in: &store)
    #expect(try folder.files(with: "secret") == [] && folder.files(with: "hidden") == [])
    #expect(try store.archive.piece(1)?.title == nil)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func whatProgramsGuessGoesAndTheDecisionStays() throws {
    var store = try store()
    let guess = PieceOption("secret", perMille: 900, by: "eyes")
    let confirmed = StoreChange.confirmOption(1, .number(1), setsTitle: false)
    try make(.addOptions(1, [guess]), confirmed, in: &store)
    try make(.redact(.piece(1, .options), asked: nil), in: &store)
    #expect(try folder.files(with: "secret") == [])
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.options == [] && piece.decision == "confirmed" && piece.choice?.text == "")
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test(arguments: [Redaction.RequestField.title, .url, .target])
  func whatSaysWhoseARequestIsGoes(field: Redaction.RequestField) throws {
    var store = try store()
    let text = #"""
      {"url": "secret url", "title": "secret title", "delivery_target": "secret target", "required_evidence": ["Front"]}
      """#
    let file = try RequestFile(Array(text.utf8), called: "file")
    _ = try store.importRequest(file, for: .button, at: .sample())
    try make(.redact(.request(1, field), asked: nil), in: &store)
    let words = field == .target ? "secret target" : "secret \(field.rawValue)"
    #expect(try folder.files(with: words) == [])
    #expect(try store.archive.requests().map(\.file.items) == [["Front"]])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theNameOfAFileGoes() throws {
    var store = try store()
    try folder.write(Array("a paper".utf8), as: "secret.txt")
    let file = try FileDescriptor(opening: "\(folder.path)/secret.txt", O_RDONLY)
    var copy = try store.beginCopy(of: file, called: "secret.txt", room: .max)
    while !(try store.advance(&copy)) {}
    _ = try store.insert(try store.place(copy, of: "batch", at: .sample()), at: .sample())
    unlink("\(folder.path)/secret.txt")
    #expect(try folder.files(with: "secret") != [])
    try make(.redact(.piece(3, .source), asked: nil), in: &store)
    #expect(try folder.files(with: "secret") == [])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aDeletedThingCanBeMeantToo() throws {
    var store = try store()
    try make(.deleteThing(nil), .redact(Self.title, asked: nil), .undo(nil), in: &store)
    #expect(try store.archive.things().map(\.label) == ["Unsorted", "Thing 2"])
    #expect(try folder.files(with: "Omega") == [])
  }

  @Test func theNameOfAnotherThingIsNotTaken() throws {
    var store = try store()
    try make(.addThing(label: "Thing 2", .other), .redact(Self.title, asked: nil), in: &store)
    #expect(try store.archive.things().map(\.label) == ["Unsorted", "Thing 2 2", "Thing 2"])
  }
}

/// What is asked, and what is refused.
extension RedactionTests {
  @Test func aQuestionTellsWhatElseSaysTheSame() throws {
    var store = try store()
    try make(.titlePiece(2, "Omega"), in: &store)
    let guess = PieceOption("Omega", perMille: 900, by: "eyes")
    try make(.addOptions(1, [guess]), in: &store)
    let redaction = try store.redaction(Self.title)
    #expect((redaction.number, redaction.label, redaction.count) == (2, "Omega", 2))
    #expect(
      redaction.remarks.map(\.english) == [
        "Others say the same, and go on doing that: piece 2, piece 1."
      ])
  }

  @Test(arguments: [1, 2])
  func recordsThatCameBackAndHaveTextsInThemselvesAreNamed(version: Int) throws {
    let store = try store()
    let file = "restored/store/000009-abc.jsonl"
    try store.archive.database.execute(
      "INSERT INTO origins VALUES ('s', '9:a', 'd', '\(file)', 'c0ffee', 1, 1)")
    try folder.write(Array(#"{"kind":"store.created","version":\#(version)}\#n"#.utf8), as: file)
    let keys = try store.redaction(Self.title).remarks.map(\.key)
    #expect(keys == (version == 1 ? ["redact.kept"] : []))
  }

  @Test func whatWasChangedSinceTheQuestionStays() throws {
    var store = try store()
    let asked = try store.redaction(Self.title)
    try make(.setThing(.title, .text("Seiko"), of: nil), in: &store)
    #expect(refusal(Self.title, asked: asked, &store) == "redact.overtaken")
    #expect(store.thing.label == "Seiko")
    #expect(refusal(Self.title, asked: try store.redaction(Self.title), &store) == nil)
  }

  @Test func whatIsNotThereIsNotTakenOut() throws {
    var store = try store()
    #expect(refusal(.piece(1, .title), &store) == "redact.nothing")
    #expect(refusal(.piece(9, .title), &store) == "piece.none")
    #expect(refusal(.thing(ThingReference("Seiko"), .title), &store) == "thing.unknown")
    #expect(refusal(.request(1, .url), &store) == "request.unknown")
    try make(.redact(Self.title, asked: nil), in: &store)
    #expect(refusal(Self.title, &store) == "redact.nothing")
    #expect(store.thing.label == "Thing 2")
  }
}

/// What files have of texts that are gone.
extension RedactionTests {
  @Test(arguments: [1, 40, 900, 5000, 70_000])
  func noPageOfTheDatabaseHasIt(length: Int) throws {
    var store = try store()
    let word = "secret"
    for count in 0..<60 {
      let text = String(repeating: word, count: length / word.count + 1)
      try make(.setThing(.notes, .text("\(text) \(count)"), of: nil), in: &store)
      _ = try store.insert("\(count)")
      if count.isMultiple(of: 20) { try store.checkpoint() }
    }
    try make(.redact(.thing(ThingReference("2"), .notes), asked: nil), in: &store)
    #expect(try folder.files(with: word) == [])
    #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test func whoReadsPutsItOff() throws {
    var store = try store()
    do {
      let reader = try Archive(directory: folder.path)
      try reader.database.execute("BEGIN")
      _ = try reader.things()
      let news = try make(.redact(Self.title, asked: nil), in: &store)
      #expect(news.hasSuffix("which are written over as soon as that can be."))
      let isDue = store.isCheckpointDue
      #expect(isDue)
    }
    try store.checkpoint()
    let isDue = store.isCheckpointDue
    #expect(try folder.files(with: "Omega") == [] && !isDue)
  }

  @Test func databasesThatWereSetAsideGoBitByBit() throws {
    var store = try store()
    let bytes = Array(repeating: Array("Omega".utf8), count: 1_000_000).flatMap { $0 }
    for name in ["damaged-1.sqlite", "damaged-1.sqlite-wal", "rebuilt.sqlite"] {
      try folder.write(bytes, as: name)
    }
    try make(.redact(Self.title, asked: nil), in: &store)
    var rounds = 1
    while store.isCheckpointDue {
      try store.checkpoint()
      rounds += 1
    }
    #expect(rounds > 5)
    #expect(try folder.files(with: "Omega") == [])
    #expect(folder.read("damaged-1.sqlite") == nil && folder.read("rebuilt.sqlite") == nil)
  }

  @Test func whatIsNoDatabaseOfTheStoreStays() throws {
    var store = try store()
    mkdir("\(folder.path)/damaged-1.sqlite", 0o750)
    try folder.write(Array("mine".utf8), as: "other")
    symlink("other", "\(folder.path)/damaged-2.sqlite")
    try make(.redact(Self.title, asked: nil), in: &store)
    let isDue = store.isCheckpointDue
    #expect(!isDue)
    #expect(folder.read("other") == Array("mine".utf8))
    #expect(folder.facts("damaged-1.sqlite").st_mode & S_IFMT == S_IFDIR)
  }

  @Test func whatCannotBeWrittenOverIsNoFaultOfTheStoreAndIsToldOnce() throws {
    var setup = folder.setup
    setup.medium = FailingMedium(failing: .list(of: folder.path))
    var store = try Store(setup, at: .sample())
    try make(.titlePiece(try store.insert("a").number, "secret"), in: &store)
    let news = try make(.redact(.piece(1, .title), asked: nil), in: &store)
    #expect(news.hasSuffix("which are written over as soon as that can be."))
    #expect(store.takeProblems().count == 1)
    try store.checkpoint()
    #expect(store.takeProblems().isEmpty)
    #expect(try folder.files(with: "secret") == [])
  }

  @Test func anotherStartEndsIt() throws {
    do {
      var store = try store()
      try make(.redact(Self.title, asked: nil), in: &store)
    }
    try folder.write(Array("Omega".utf8), as: "damaged-7.sqlite")
    do { _ = try folder.open(at: .sample(20)) }
    #expect(try folder.files(with: "Omega") == [])
  }

  @Test func whatStillComesBackAfterARebuildIsWaitedFor() throws {
    var store = try store()
    try folder.write([], as: "rebuilt")
    #expect(refusal(Self.title, &store) == "redact.waits")
    unlink("\(folder.path)/rebuilt")
    #expect(refusal(Self.title, &store) == nil)
  }

  @Test func aRebuildBringsNothingBack() throws {
    do {
      var store = try store()
      try make(.redact(Self.title, asked: nil), in: &store)
    }
    _ = try Rebuild(folder.path)
    let store = try folder.open(at: .sample(20))
    #expect(try store.archive.things().map(\.label) == ["Unsorted", "Thing 2"])
    #expect(try folder.files(with: "Omega") == [])
    #expect(folder.read("damaged-1.sqlite") != nil)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }
}
