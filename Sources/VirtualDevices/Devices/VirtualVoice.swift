import Core

/// A voice that is imitated: what it says takes the time that a slow one takes to say it.
package struct VirtualVoice {
  /// So many sentences are remembered.
  static let mostSentences = 100
  /// One sentence that was said, at least in part.
  package struct Sentence: Hashable, Sendable {
    /// What was said.
    package let phrase: Phrase
    /// From when on.
    package let start: Instant
    /// Until when; it may be cut off before.
    package let end: Instant
  }

  /// The latest sentences, the oldest first.
  package private(set) var sentences: [Sentence] = []
  /// Why it can't say anything; nil while it can.
  package var problem: Phrase?
  /// When the sentence under way ends; nil while it is quiet.
  package private(set) var endsAt: Instant?

  /// A voice that is quiet.
  package init() {}

  /// Says `phrase` from `now` on.
  mutating func speak(_ phrase: Phrase, at now: Instant) {
    precondition(endsAt == nil, "one sentence is said at a time")
    let wordCount = phrase.english.split(separator: " ").count
    // A path is one word, however long: it doesn't matter where files lie.
    let end = problem == nil ? now + Voice.wordTime * wordCount : now
    endsAt = end
    sentences = sentences.suffix(VirtualVoice.mostSentences - 1)
    sentences.append(Sentence(phrase: phrase, start: now, end: end))
  }

  /// Says no more of its sentence from `now` on.
  mutating func silence(at now: Instant) {
    if let endsAt { self.endsAt = min(endsAt, now) }
  }

  /// How its sentence ended, if that was before `now`, and not told yet.
  mutating func takeEnd(at now: Instant) -> Event.Voice? {
    guard let endsAt, endsAt <= now else { return nil }
    self.endsAt = nil
    return problem.map { .failed($0) } ?? .ended
  }
}
