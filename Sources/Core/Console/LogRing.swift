/// The latest lines of the log, for consoles: what is older is in the journal.
struct LogRing: Sendable {
  /// So many are remembered.
  static let capacity = 200
  /// So many are told where nobody names a number.
  static let shown = 20

  /// One line, and when it was written.
  struct Line: Hashable, Sendable {
    let at: Instant
    let level: LogLevel
    let speaker: String
    let phrase: Phrase
  }

  /// The lines, the oldest first.
  private(set) var lines: [Line] = []

  /// Remembers what `effects`, those of a turn at `now`, write.
  mutating func add(_ effects: [Effect], at now: Instant) {
    for case .service(.log(let level, let speaker, let phrase)) in effects where level != .debug {
      if lines.count == LogRing.capacity { lines.removeFirst() }
      lines.append(Line(at: now, level: level, speaker: speaker, phrase: phrase))
    }
  }

  /// The latest `count` of them at `now`.
  func reply(latest count: Int, at now: Instant, asJSON isJSON: Bool) -> Reply {
    let latest = lines.suffix(count)
    if isJSON { return Reply(.object([("lines", .array(latest.map { $0.json(at: now) }))])) }
    return latest.isEmpty
      ? Reply(Phrase("log.empty", "Nothing was logged since the program started."))
      : .sentences(latest.map { $0.sentence(at: now) })
  }
}

extension LogRing.Line {
  fileprivate func sentence(at now: Instant) -> Phrase {
    .logLine((now - at).inWords, level.name, speaker, phrase)
  }

  fileprivate func json(at now: Instant) -> JSON {
    .object(
      [
        ("age_s", .number((now - at).inSeconds)), ("level", .string(level.name)),
        ("speaker", .string(speaker)),
      ] + phrase.members)
  }
}

extension Phrase {
  static func logLine(_ age: String, _ level: String, _ speaker: String, _ phrase: Phrase) -> Phrase
  {
    Phrase("log.line", "\(age) ago, \(speaker), \(level): \(phrase)")
  }

}
