/// Asking for the texts of the guide.
extension Command {
  static let guide = [
    Command(
      name: "guide", usage: "guide [NAME [HEADING]] [--json]",
      help: Phrase(
        "help.guide", "reads the texts about recording, privacy and the rest, headings first."),
      access: .status,
      words: [
        Phrase("help.guide.name", "NAME is that of a text; without it all texts are named."),
        Phrase(
          "help.guide.heading",
          "HEADING reads one part of the text, as its list of headings names it."),
      ], example: "guide recording",
      read: readGuide)
  ]

  private static func readGuide(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let wish = GuideWish(address: try words.guideAddress(), isJSON: words.areOfProgram)
    return .asks(.later) { machine, session throws(CommandError) in
      try machine.consult(wish, for: session)
    }
  }
}

extension CommandWords {
  /// Takes the address of a text or of a part of it; nil where nothing is left.
  fileprivate mutating func guideAddress() throws(CommandError) -> GuideAddress? {
    guard let name = next() else { return nil }
    if name == "html", !isEmpty {
      throw CommandError(
        Phrase(
          "guide.page-elsewhere",
          "A page is written by the command line: exhibit guide html NAME FILE."))
    }
    return GuideAddress(name, heading: remainder())
  }
}

/// A text of the guide as somebody wants it.
struct GuideWish: Hashable, Sendable {
  /// Which one; nil: the list of all.
  let address: GuideAddress?
  let isJSON: Bool
}

/// Which part of the guide is meant: a text by its name, and in it a heading by its slug.
package struct GuideAddress: Hashable, Sendable {
  /// Name of the text; small and large letters are the same.
  package let name: String
  /// Slug of the heading; nil: the whole text.
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

/// Answers of the world, which has the texts.
package enum GuideFinding: Hashable, Sendable {
  case texts([GuideSource])
  /// The guide can't be read, for this reason.
  case failed(Phrase)
}

/// The sessions that wait for a text of the guide.
struct GuideQueue: Sendable {
  /// More wait only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  private var waiting: [(session: SessionID, wish: GuideWish)] = []

  /// Whether nobody waits.
  var isAtRest: Bool { waiting.isEmpty }

  /// `session` waits for `wish`; says whether there was room for it.
  mutating func add(_ wish: GuideWish, of session: SessionID) -> Bool {
    guard waiting.count < GuideQueue.mostSessions else { return false }
    waiting.append((session, wish))
    return true
  }

  /// The oldest wish of `session`; nil: none.
  mutating func take(of session: SessionID) -> GuideWish? {
    guard let index = waiting.firstIndex(where: { $0.session == session }) else { return nil }
    return waiting.remove(at: index).wish
  }
}

extension Machine {
  fileprivate mutating func consult(
    _ wish: GuideWish, for session: SessionID
  ) throws(CommandError) {
    guard guide.add(wish, of: session) else { throw CommandError(.tooManyChanges) }
    steps.add(.console(.consult(by: session)))
  }

  /// The world has read the guide for `session`.
  mutating func consulted(_ finding: GuideFinding, by session: SessionID) {
    guard let wish = guide.take(of: session) else { return }
    do throws(Failure) {
      steps.say(try wish.reply(to: finding), to: session)
    } catch {
      steps.refuse(error.phrase, to: session)
    }
    steps.answered(session)
  }
}

extension GuideWish {
  fileprivate func reply(to finding: GuideFinding) throws(Failure) -> Reply {
    switch finding {
    case .failed(let reason): throw .refused(reason)
    case .texts(let texts):
      guard let address else { return texts.list(asJSON: isJSON) }
      return try texts.reply(to: address, asJSON: isJSON)
    }
  }
}
