import Testing

@testable import Evidence

/// The digest of a text whatever other systems did to it.
struct WrittenFormTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    (WrittenForm.lines, "a\nb\n", "\u{FEFF}a\r\nb\r\n"), (.lines, "a\nb\n", "a\nb"),
    (.rows, "\u{FEFF}a,\"b\nc\"\r\nd\r\n", "a,\"b\nc\"\nd\n"),
    (
      .members, "{\"format\":1,\"store\":\"ü\",\n\"pieces\":[\n{\"a\":[1,2]},\n{}\n]}\n",
      "{\"format\": 1, \"store\": \"\\u00fc\",\r\n \"pieces\": [{\"a\": [1, 2]}, {}]}"
    ),
  ])
  func rewrittenTextHasTheDigestItHad(
    _ form: WrittenForm, _ text: String, _ rewritten: String
  ) throws {
    try folder.write(Array(rewritten.utf8), as: "text")
    #expect(try form.sha256(of: "\(folder.path)/text") == Digest.of(Array(text.utf8)))
  }
}
