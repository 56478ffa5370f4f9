import ArgumentParser
import Board
import Core
import Glibc
import System

/// `exhibit guide`: the texts about recording, privacy and the rest, to read here or as a page to take away.
struct ReadGuideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide", abstract: "Read the texts about recording, privacy and the rest.",
    discussion: """
      Without words it names them; 'exhibit guide recording' reads one, and 'exhibit guide recording test clips' a part \
      of it, as 'exhibit guide recording#test-clips' does. 'exhibit guide html NAME FILE' writes one as a page of HTML \
      that needs nothing else.
      """)

  @Argument(help: "A text's name and one of its headings, or 'html', a text's name and a file.")
  var words: [String] = []

  @Option(help: "The folder with the texts.")
  var texts: String?

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "JSON on one line.")
  var json = false

  func run() throws {
    let sources = try texts(in: texts ?? SharedFiles.present.guide)
    if words.first == "html" { return try writePage(sources) }
    guard let name = words.first else {
      return try tell(sources.list(asJSON: json, hasPages: false))
    }
    let heading = words.dropFirst().joined(separator: " ")
    let address = GuideAddress(name, heading: heading.isEmpty ? nil : heading)
    let reply: Reply
    do throws(Failure) { reply = try sources.reply(to: address, asJSON: json) } catch {
      throw complaint(error.phrase)
    }
    try tell(reply)
  }

  private func tell(_ reply: Reply) throws {
    try CommandAnswer.tell(reply)
  }

  private func texts(in folder: String) throws -> [GuideSource] {
    do throws(Failure) {
      return try GuideFolder(folder, language: CommandLanguage.name).texts()
    } catch {
      throw complaint(error.phrase)
    }
  }

  private func writePage(_ sources: [GuideSource]) throws {
    guard words.count == 3 else {
      throw complaint(
        Phrase("guide.page-words", "It is written: exhibit guide html NAME FILE."))
    }
    let (name, path) = (words[1], words[2])
    guard let source = sources.source(name) else { throw complaint(sources.unknown(name)) }
    let page = GuidePage.html(
      GuideText(source.text), called: source.name, language: CommandLanguage.name)
    try OutputFile.write(
      Array(page.utf8), to: path,
      saying: Phrase("guide.page-written", "The page is in \(path.printable)."))
  }
}
