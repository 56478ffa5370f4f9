import Testing

@testable import Evidence

@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func theStandardsExamplesComeOut(text: String, hex: String) {
    #expect(Array(text.utf8).withUnsafeBytes { Digest.of($0) } == hex)
  }

  @Test func bytesMayComeInParts() {
    var digest = Digest()
    for part in ["a", "", "bc"] { Array(part.utf8).withUnsafeBytes { digest.update($0) } }
    #expect(digest.finish() == Array("abc".utf8).withUnsafeBytes { Digest.of($0) })
  }
}
