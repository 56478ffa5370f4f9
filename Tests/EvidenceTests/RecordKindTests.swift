import Core
import Testing

@testable import Evidence

@Suite struct RecordKindTests {
  @Test func namesAreUnlike() {
    #expect(Set(Record.Kind.all.map(\.name)).count == Record.Kind.all.count)
  }

  /// A record of each kind, as its constructor makes it; `SampleRecords` has them.
  @Test func eachConstructorMakesWhatItsKindHas() throws {
    for record in try SampleRecords.all() {
      let texts = try record.texts(as: 1)
      let written = WrittenRecord(record, hiding: texts, as: 1, at: .sample())
      let said = try #require(written.said(as: record.kind, with: texts), "\(record.kind.name)")
      #expect(CanonicalJSON(said.payload) == record.payload)
      #expect(said.gone.isEmpty)
    }
  }

  @Test func eachKindHasASample() throws {
    let kinds = Set(try SampleRecords.all().map(\.kind.name))
    #expect(kinds == Set(Record.Kind.all.map(\.name)))
  }

  /// What a member of a sample can't be is refused: each is left out, is null, and is of another type in its turn.
  @Test func whatAMemberCannotBeIsRefused() throws {
    for record in try SampleRecords.all() {
      guard case .object(let members)? = JSONParser.value(of: record.payload.text.utf8) else {
        Issue.record("\(record.kind.name) is no object")
        continue
      }
      for member in record.kind.members where !member.name.utf8.contains(UInt8(ascii: ".")) {
        let (name, rest) = (member.name, members.filter { $0.0 != member.name })
        guard rest.count < members.count else { continue }
        let spoilt: [(JSON, Bool)] = [
          (.object(rest), member.mayLack), (.object(rest + [(name, .null)]), member.isNullable),
          (.object(rest + [(name, .array([.null]))]), false),
        ]
        for (payload, isRight) in spoilt {
          #expect(member.fits(payload) == isRight, "\(record.kind.name).\(name)")
        }
      }
    }
  }
}
