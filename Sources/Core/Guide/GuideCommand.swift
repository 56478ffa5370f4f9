/// Asking for the texts of the guide.
enum GuideCommand: Hashable, Sendable {
  /// Which texts there are.
  case list(json: Bool)
  /// The text of this name, or the part of it below the heading with this slug.
  case read(GuideAddress, json: Bool)

  static let entries = [
    CommandEntry(
      name: "guide", usage: "guide [NAME [HEADING]] [--json]", help: Phrase.helpGuide,
      access: .status, parse: parse, words: [.helpGuideName, .helpGuideHeading],
      example: "guide recording")
  ]

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    guard let name = words.next() else { return .guide(.list(json: json)) }
    if name == "html", words.peek() != nil { throw CommandError(.guidePageElsewhere) }
    let address = GuideAddress(name, heading: words.remainder())
    return .guide(.read(address, json: json))
  }
}

/// Which part of the guide is meant: a text by its name, and in it a heading by its slug.
package struct GuideAddress: Hashable, Sendable {
  /// Name of the text; small and large letters are the same.
  package let name: String
  /// What leads to the heading; nil: the whole text.
  package let slug: String?

  /// The address that is written as one word, `recording#test-clips`, or with the words of the `heading` behind it.
  package init(_ word: String, heading: String? = nil) {
    let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = [parts.count > 1 ? String(parts[1]) : "", heading ?? ""].filter { !$0.isEmpty }
    let slug = GuideHeading.slug(of: words.joined(separator: " "))
    name = String(parts.first ?? "")
    self.slug = slug.isEmpty ? nil : slug
  }
}

/// A text of the guide as it lies there.
package struct GuideSource: Hashable, Sendable {
  /// Its name: that of its file, without the ending.
  package let name: String
  /// Its Markdown.
  package let text: String

  /// The text `text`, called `name`.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// What the world has of the guide.
package enum GuideFinding: Hashable, Sendable {
  case texts([GuideSource])
  /// The guide can't be read, for this reason.
  case failed(Phrase)
}

/// The sessions that wait for a text of the guide.
struct GuideQueue: Sendable {
  /// More wait only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  private var waiting: [(session: SessionID, command: GuideCommand)] = []

  /// Whether nobody waits.
  var isAtRest: Bool { waiting.isEmpty }

  /// `session` waits for what `command` asks for; says whether there was room for it.
  mutating func add(_ command: GuideCommand, of session: SessionID) -> Bool {
    guard waiting.count < GuideQueue.mostSessions else { return false }
    waiting.append((session, command))
    return true
  }

  /// What `session` waited for longest; nil: nothing.
  mutating func take(of session: SessionID) -> GuideCommand? {
    guard let index = waiting.firstIndex(where: { $0.session == session }) else { return nil }
    return waiting.remove(at: index).command
  }
}

extension Machine {
  mutating func obey(_ command: GuideCommand, from session: SessionID) throws(CommandError) {
    guard guide.add(command, of: session) else { throw CommandError(.tooManyChanges) }
    steps.add(.console(.consult(by: session)))
  }

  /// The world has read the guide for `session`.
  mutating func consulted(_ finding: GuideFinding, by session: SessionID) {
    guard let command = guide.take(of: session) else { return }
    steps.say(command.reply(to: finding), to: session)
    steps.answered(session)
  }
}

extension GuideCommand {
  fileprivate func reply(to finding: GuideFinding) -> Reply {
    switch (self, finding) {
    case (_, .failed(let reason)): Reply(reason)
    case (.list(let json), .texts(let texts)): texts.list(asJSON: json)
    case (.read(let address, let json), .texts(let texts)): texts.reply(to: address, asJSON: json)
    }
  }
}

extension Phrase {
  static let helpGuide = Phrase(
    "help.guide", "reads the texts about recording, privacy and the rest, headings first.")
  static let helpGuideName = Phrase(
    "help.guide.name", "NAME is that of a text; without it all texts are named.")
  static let helpGuideHeading = Phrase(
    "help.guide.heading", "HEADING reads one part of the text, as its list of headings names it.")

  static let guidePageElsewhere = Phrase(
    "guide.page-elsewhere",
    "A page is written by the command line: exhibit guide html NAME FILE.")
}
