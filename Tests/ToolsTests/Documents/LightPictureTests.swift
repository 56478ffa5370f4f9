import Core
import Glibc
import Testing

/// The signs in the documents are those of the table in `Core/Indicator`.
@Suite struct LightPictureTests {
  /// The repository's documents: this file's path less four components, and `docs`.
  private static let documents =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/") + "/docs/"

  @Test func thePictureIsWhatTheTableGives() throws {
    let path = Self.documents + "light.svg"
    if getenv("EXHIBIT_WRITE_DOCS") != nil { try Self.write(LightPicture.text, to: path) }
    let isCurrent = try Self.text(of: path) == LightPicture.text
    #expect(isCurrent, "docs/light.svg is out of date; 'make docs' draws it anew")
  }

  @Test func thePictureHasAllThatCanHappen() {
    #expect(LightPicture.patterns.count == Pattern.allCases.count)
    #expect(Set(LightPicture.patterns) == Set(Pattern.allCases))
  }

  @Test(arguments: LightPicture.patterns)
  func theCardSaysItsLight(pattern: Pattern) throws {
    let row = "| \(pattern.rawValue) | \(SignCourse.light(of: pattern).words) |"
    let isSaid = try Self.text(of: Self.documents + "CARD.md").contains("\n" + row)
    #expect(isSaid, "docs/CARD.md has no row that begins: \(row)")
  }

  @Test(arguments: LightPicture.patterns)
  func theGuideSaysItsLightAndBuzzer(pattern: Pattern) throws {
    let (light, buzzer) = (SignCourse.light(of: pattern), SignCourse.buzzer(of: pattern))
    // What is heard of a clip depends on whether it is of a study.
    let heard = pattern == .recording ? "long at the start" : buzzer.words
    let row = "| \(pattern.rawValue) | \(light.words) | \(heard)"
    let isSaid = try Self.text(of: Self.documents + "GUIDE.md").contains("\n" + row)
    #expect(isSaid, "docs/GUIDE.md has no row that begins: \(row)")
  }

  private static func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"), "\(path) can't be read")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"), "\(path) can't be written")
    defer { fclose(file) }
    #expect(fputs(text, file) >= 0)
  }
}
