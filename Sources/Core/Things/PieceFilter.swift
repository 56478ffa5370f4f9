/// Which pieces a list is to have.
package struct PieceFilter: Hashable, Sendable {
  /// What a piece is.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case photo, clip, document, imported

    /// It in a sentence.
    package var word: Phrase {
      switch self {
      case .photo: Phrase("piece.photo", "photo")
      case .clip: Phrase("piece.clip", "clip")
      case .document: Phrase("piece.document", "document")
      case .imported: Phrase("piece.imported", "imported")
      }
    }
  }

  /// What has become of a piece.
  package enum State: String, CaseIterable, Hashable, Sendable {
    case stored, adopted, missing, altered, deleted, purged
  }

  /// From which piece on.
  package enum Start: Hashable, Sendable {
    /// From the one with this number on.
    case number(Int)
    /// From this day on, in UTC, such as `2026-03-27`; what has no date is left out.
    case day(String)
  }

  /// The thing that they document; nil: any.
  package let thing: ThingReference?
  /// Their kind; nil: any.
  package let kind: Kind?
  /// Technique by which they were taken for a study; nil: any.
  package let technique: Technique?
  /// Their state; nil: any.
  package let state: State?
  /// Where they begin; nil: with the first.
  package let since: Start?

  /// All pieces.
  package static let all = PieceFilter(nil, nil, nil, nil, nil)

  private init(
    _ thing: ThingReference?, _ kind: Kind?, _ technique: Technique?, _ state: State?,
    _ since: Start?
  ) {
    self.thing = thing
    self.kind = kind
    self.technique = technique
    self.state = state
    self.since = since
  }

  /// The filter that people say by these words, of which nil says nothing; a word that means nothing is a failure.
  package init(
    thing: String?, kind: String?, technique: String? = nil, state: String?, since: String?
  ) throws(Failure) {
    self.init(
      thing.map { ThingReference($0) },
      try PieceFilter.word(kind, of: Kind.allCases, Phrase.filterKind),
      try PieceFilter.word(technique, of: Technique.allCases, Phrase.filterTechnique),
      try PieceFilter.word(state, of: State.allCases, Phrase.filterState),
      try PieceFilter.start(since))
  }

  private static func word<Word: RawRepresentable<String>>(
    _ text: String?, of words: [Word], _ complaint: (String, String) -> Phrase
  ) throws(Failure) -> Word? {
    guard let text else { return nil }
    if let word = words.first(where: { $0.rawValue == text.lowercased() }) { return word }
    let all = words.map(\.rawValue).joined(separator: ", ")
    throw Failure(.store, complaint(text, all), kind: .refused)
  }

  private static func start(_ text: String?) throws(Failure) -> Start? {
    guard let text else { return nil }
    if let number = Int(text), (0...999_999_999).contains(number) { return .number(number) }
    guard ThingField.isDate(text) else {
      throw Failure(
        .store,
        Phrase(
          "filter.since",
          "\(text) is neither a number, such as 17, nor a day, such as 2026-03-27."), kind: .refused
      )
    }
    return .day(text)
  }
}

extension PieceFilter.Kind {
  /// A number of pieces of `kind` in words, such as "3 photos"; nil: of several kinds.
  package static func counted(_ count: Int, _ kind: Self?) -> Phrase {
    Phrase("counted", "\(count) \(word(for: count, kind))")
  }

  /// The word for so many.
  package static func word(for count: Int, _ kind: Self?) -> Phrase {
    switch kind {
    case nil: Phrase("counted.piece", "\(count, one: "piece", many: "pieces")")
    case .photo: Phrase("counted.photo", "\(count, one: "photo", many: "photos")")
    case .clip: Phrase("counted.clip", "\(count, one: "clip", many: "clips")")
    case .document: Phrase("counted.document", "\(count, one: "document", many: "documents")")
    case .imported:
      Phrase("counted.imported-file", "\(count, one: "imported file", many: "imported files")")
    }
  }
}

extension Phrase {
  static func filterKind(_ word: String, _ words: String) -> Phrase {
    Phrase("filter.kind", "There is no kind \(word); it is one of \(words).")
  }

  static func filterTechnique(_ word: String, _ words: String) -> Phrase {
    Phrase("filter.technique", "There is no way \(word) to take a clip; it is one of \(words).")
  }

  static func filterState(_ word: String, _ words: String) -> Phrase {
    Phrase("filter.state", "There is no state \(word); it is one of \(words).")
  }

}
