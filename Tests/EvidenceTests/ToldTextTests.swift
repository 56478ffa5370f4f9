import Core
import Testing

@testable import Evidence

@Suite struct ToldTextTests {
  private static let record = Record.thingCreated("t", 2, "Omega watch", by: .button)

  @Test func aTextLiesBesideItsRecordAndIsNotInIt() throws {
    let texts = try Self.record.texts(as: 3)
    let written = WrittenRecord(Self.record, hiding: texts, as: 3, at: .sample())
    #expect(texts.map(\.text) == ["\"Omega watch\""])
    #expect(!written.payload.text.contains("Omega"))
    #expect(written.payload.text.contains("\"title\":{\"told\":\"\(texts[0].digest)\"}"))
    #expect(texts.allSatisfy(written.tells))
  }

  @Test func theSameTextHasAnotherSaltEachTime() throws {
    let salts = try (1...50).flatMap { try Self.record.texts(as: $0).map(\.salt) }
    #expect(Set(salts).count == 50)
    #expect(salts.allSatisfy { $0.isDigits(32) })
  }

  @Test func aTextThatIsGoneReadsAsNullAndTheRecordStands() throws {
    let written = WrittenRecord(
      Self.record, hiding: try Self.record.texts(as: 3), as: 3, at: .sample())
    let said = try #require(written.said(as: .thingCreated, with: []))
    #expect(said.payload.isNull("title"))
    #expect(said.gone == ["title"])
  }

  @Test func anotherTextIsAsGoodAsNone() throws {
    let texts = try Self.record.texts(as: 3)
    let written = WrittenRecord(Self.record, hiding: texts, as: 3, at: .sample())
    let others = texts.map {
      ToldText(record: 3, member: $0.member, salt: $0.salt, text: "\"Rolex\"")
    }
    #expect(written.said(as: .thingCreated, with: others)?.gone == ["title"])
  }

  @Test(arguments: [#""Omega watch""#, #"{"told":"c0ffee"}"#, "7", "null"])
  func whatIsNoDigestStandsInPlaceOfNoText(spelled: String) throws {
    let payload = #"{"category":"other","id":"t","number":2,"title":\#(spelled)}"#
    let written = WrittenRecord(
      Record(.thingCreated, CanonicalJSON(spelled: payload)), hiding: [], as: 3, at: .sample())
    #expect(written.said(as: .thingCreated, with: []) == nil)
  }

  @Test func whatIsRedactedIsGoneAndNothingElse() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.make(.addThing(label: "Omega watch", .other), for: .button, at: .sample(11))
    let record = try #require(Int(try store.rows("SELECT max(record) FROM texts")[0]))
    let place = Record.TextPlace(record: record, member: "title")
    try store.append(
      [Record.textRedacted([place], by: .button)], at: .sample(12))
    #expect(try store.rows("SELECT text FROM texts") == ["\"Unsorted\""])
    #expect(throws: DatabaseError.self) {
      try store.archive.database.execute("DELETE FROM texts")
    }
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.texts == TextCheck.Counts(redacted: 1, untold: 0))
    #expect(verification.flaws.allSatisfy { $0.counts.keys.allSatisfy { $0 == .rowOther } })
  }

  @Test func aTextThatIsSpoiltKeepsNoStoreFromOpening() throws {
    let folder = TemporaryFolder()
    do {
      let store = try folder.open()
      try store.archive.database.execute(
        """
        DROP TRIGGER texts_do_not_change; UPDATE texts SET text = '"Unso';
        DELETE FROM migrations;
        PRAGMA user_version = \(Schema.version - 1)
        """)
    }
    let store = try folder.open(at: .sample(20))
    #expect(try store.archive.things().map(\.label) == [""])
    let kinds = try Verification(ofStoreIn: folder.path, Trust()).flaws.flatMap(\.counts.keys)
    #expect(kinds.contains(.textAltered))
  }

  @Test func aRecordOfTheFirstVersionHasItsTexts() throws {
    let written = WrittenRecord(
      sequence: 3, version: 1, kind: "thing.created", payload: Self.record.payload, bootID: "b",
      monotonic: 1, wallTime: nil, clock: "unset")
    #expect(written.said(as: .thingCreated, with: [])?.payload.text("title") == "Omega watch")
  }
}
