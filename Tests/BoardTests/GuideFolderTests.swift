import Core
import Glibc
import System
import Testing

@testable import Board

/// The folder with the texts, and those that the package brings.
@Suite final class GuideFolderTests {
  private let path: String

  init() {
    var template = Array("/tmp/exhibit-guide-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(path) }

  private func write(_ text: String, as name: String) throws {
    let file = try FileDescriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT)
    try file.write(text)
  }

  private func key(_ folder: String) -> String? {
    do throws(Failure) {
      _ = try GuideFolder(folder, language: "en").texts()
      return nil
    } catch {
      return error.phrase.key
    }
  }

  @Test func textsAreThoseOfTheLanguageWhereThereAreSuch() throws {
    mkdir("\(path)/de", 0o755)
    try write("one", as: "One.md")
    try write("two", as: "Two.md")
    try write("eins", as: "de/One.md")
    try write("no text", as: "README")
    let german = try GuideFolder(path, language: "de").texts()
    #expect(german.map(\.text) == ["eins", "two"] && german.map(\.name) == ["One", "Two"])
    #expect(try GuideFolder(path, language: "en").texts().map(\.text) == ["one", "two"])
    #expect(try GuideFolder(path, language: "fr").texts().map(\.text) == ["one", "two"])
  }

  @Test func whatIsMissingIsSaidSo() throws {
    #expect(key("\(path)/nowhere") == "guide.missing")
    #expect(key(path) == "guide.empty")
  }

  @Test func whatIsTooLargeIsNotRead() throws {
    try write(String(repeating: "x", count: GuideText.mostBytes + 1), as: "One.md")
    #expect(key(path) == "guide.unreadable")
  }

  /// The texts of the repository.
  private static let texts: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/deploy/guide"
  }()

  @Test(arguments: ["en", "de"])
  func eachTextOfThePackageHasATitleAndNoLinkThatLeadsNowhere(language: String) throws {
    let sources = try GuideFolder(Self.texts, language: language).texts()
    #expect(sources.map(\.name) == ["Introduction", "Privacy", "Recording"])
    for source in sources {
      let text = GuideText(source.text)
      #expect(text.title != nil && text.headings.count > 3)
      for block in text.blocks {
        for span in block.spans {
          if case .link(let address) = span.style, address.hasPrefix("#") {
            #expect(text.section(String(address.dropFirst())) != nil, "\(address)")
          }
        }
      }
    }
    let recording = try #require(sources.last)
    for slug in ["test-clips", "train-clips"] {
      #expect(GuideText(recording.text).section(slug) != nil)
    }
  }
}

extension GuideText.Block {
  fileprivate var spans: [GuideSpan] {
    switch self {
    case .heading(_, let spans), .paragraph(let spans), .item(_, let spans): spans
    }
  }
}
