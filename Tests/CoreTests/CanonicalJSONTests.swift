import Testing

@testable import Core

@Suite struct CanonicalJSONTests {
  private func text(_ value: JSON) -> String { CanonicalJSON(value).text }

  @Test func membersStandInTheOrderOfTheirNames() {
    let value = JSON.object([
      ("b", .integer(1)), ("ä", .null), ("a", .object([("z", .bool(true)), ("Z", .array([]))])),
    ])
    #expect(text(value) == #"{"a":{"Z":[],"z":true},"b":1,"ä":null}"#)
  }

  @Test func numbersAreWholeAndWrittenOut() {
    #expect(
      text(.array([.integer(.max), .integer(.min), .integer(0)]))
        == "[9223372036854775807,-9223372036854775808,0]")
  }

  @Test(arguments: [
    ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1F}", #""\u0000\u001f""#), ("\u{7F}\u{85}\u{2028}ß€😀", "\"\u{7F}\u{85}\u{2028}ß€😀\""),
  ])
  func stringsHaveOneSpelling(string: String, spelled: String) {
    #expect(text(.string(string)) == spelled)
  }

  @Test func whatIsSpelledAlreadyStaysAsItIs() {
    let inner = CanonicalJSON(.object([("k", .integer(1))]))
    #expect(text(.object([("facts", .spelled(inner))])) == #"{"facts":{"k":1}}"#)
    #expect(JSON.spelled(inner).text == inner.text)
  }
}
