import Testing

@testable import Configuration

@Suite struct DocumentTests {
  static func complaint(about bytes: [UInt8]) -> String? {
    do {
      _ = try Document(bytes, file: "e.toml")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aFileThatIsTooLargeIsNotParsed() {
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: Document.byteLimit + 1)
    #expect(
      Self.complaint(about: bytes)
        == "e.toml: is larger than 65536 bytes, too large for a configuration")
    #expect(Self.complaint(about: bytes.dropLast()) == nil)
  }

  @Test func aKeyWithThousandsOfNamesIsNotParsed() {
    let text = "\n" + String(repeating: "a.", count: 20_000) + "b = 1"
    #expect(
      Self.complaint(about: Array(text.utf8)) == "e.toml:2: this line is longer than 1000 bytes")
  }

  @Test func theDeepestKeyThatFitsIsParsed() {
    let text = String(repeating: "a.", count: 497) + "b = 1"
    #expect(Self.complaint(about: Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      [0xff], [0xc3], [0xed, 0xa0, 0x80], Array("a = \"".utf8) + [0x80, 0x22],
    ] as [[UInt8]])
  func whatIsNoUTF8IsRefused(bytes: [UInt8]) {
    #expect(Self.complaint(about: bytes)?.hasPrefix("e.toml:1: ") == true)
  }

  @Test func aNameWithADotIsNotAPath() throws {
    let document = try Document(Array("\"camera.device\" = 1\n[a]\nb.c = 2".utf8), file: "e.toml")
    #expect(document["camera.device"] == nil)
    #expect(document["\"camera.device\""]?.key == "camera.device")
    #expect(document["a.b.c"]?.line == 3)
    #expect(document["a.b.c"]?.table == "a.b")
  }

  @Test(arguments: [
    ("\"t\"", TOMLValue.text("t")), ("-7", .whole(-7)), ("0x1f", .whole(31)),
    ("1.5", .number(1.5)), ("true", .truth(true)), ("[1]", .array), ("{ b = 1 }", .table),
    ("1979-05-27", .date("1979-05-27")), ("07:32:00", .date("07:32:00")),
    ("1979-05-27T07:32:00Z", .date("1979-05-27T07:32:00Z")),
  ])
  func everyTypeOfValueIsTold(written: String, value: TOMLValue) throws {
    #expect(try Document(Array("a = \(written)".utf8), file: "e.toml")["a"]?.value == value)
  }

  @Test func aTextKeepsWhatFollowsItsNUL() throws {
    let document = try Document(Array("a = \"x\\u0000y\"".utf8), file: "e.toml")
    #expect(document["a"]?.value == .text("x\0y"))
  }
}
