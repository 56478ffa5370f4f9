import Core
import VirtualDevices

/// One line of a demo's script: when, and what happens to the board then.
struct ScriptLine: Hashable {
  /// Kind of line.
  enum Verb: String, CaseIterable {
    case press, release, click
    case doubleClick = "double-click"
    case tripleClick = "triple-click"
    case longPress = "long-press"
    case shake, still, unplug, plug, type, quit

    /// Whether more words follow it.
    var takesText: Bool { self == .type || self == .unplug || self == .plug }
  }

  /// The latest that anything can happen: after 31 days.
  static let latest = 31 * 86400.0

  /// From the start of the demo.
  let at: Duration
  let verb: Verb
  /// Text after the verb.
  let text: String

  /// Device that is pulled out or put in: the camera unless the line names another.
  var role: Role { Role(rawValue: text) ?? .camera }

  /// The line as it is printed.
  var words: String { text.isEmpty ? verb.rawValue : "\(verb.rawValue) \(text)" }

  /// Reads line `number` of a script, nil for an empty one and for a comment, which begins with `#`.
  static func parse(_ line: Substring, number: Int) throws(Failure) -> ScriptLine? {
    let words = line.split(maxSplits: 2, whereSeparator: isBlank)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard let seconds = Double(first), (0...latest).contains(seconds) else {
      throw Failure(
        .console,
        Phrase(
          "script.no-time",
          """
          Line \(number) of the script begins with '\(String(first))'; begin it with the seconds since the \
          start, from 0 to \(Int(latest)), as in '1.5 click'.
          """))
    }
    let verb = try verb(words.dropFirst().first ?? "", number: number)
    let text = words.count > 2 ? trimmed(words[2]) : ""
    guard text.isEmpty || verb.takesText else {
      throw Failure(
        .console,
        Phrase(
          "script.extra",
          "Line \(number) of the script says '\(text)' after \(verb.rawValue), which stands alone.")
      )
    }
    if verb == .plug || verb == .unplug { try checkPart(text, number: number) }
    let at = Duration.milliseconds(Int64((seconds * 1000).rounded()))
    return ScriptLine(at: at, verb: verb, text: text)
  }

  /// Whether it stands between words: a carriage return too, as scripts of other systems end their lines.
  private static func isBlank(_ character: Character) -> Bool { " \t\r".contains(character) }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }

  private static func checkPart(_ name: String, number: Int) throws(Failure) {
    let parts = VirtualParts.pluggable.map(\.rawValue)
    guard name.isEmpty || parts.contains(name) else {
      let all = parts.joined(separator: ", ")
      throw Failure(
        .console,
        Phrase(
          "script.unknown-part",
          "Line \(number) of the script names no part '\(name)'; there are these: \(all)."))
    }
  }

  private static func verb(_ word: Substring, number: Int) throws(Failure) -> Verb {
    if let verb = Verb(rawValue: String(word)) { return verb }
    let all = Verb.allCases.map(\.rawValue).joined(separator: ", ")
    let phrase =
      word.isEmpty
      ? Phrase(
        "script.no-verb",
        "Line \(number) of the script says nothing after its time; what can happen is one of these: \(all)."
      )
      : Phrase(
        "script.unknown-verb",
        "Line \(number) of the script says '\(String(word))'; what can happen is one of these: \(all)."
      )
    throw Failure(.console, phrase)
  }
}
