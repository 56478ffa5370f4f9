/// Which word somebody meant.
package enum Spelling {
  /// The word of `words` with the fewest edits from `written`, if they are few enough to be a slip.
  ///
  /// - Returns: nil if more than half of the letters, or more than three, would have to change.
  package static func nearest(
    to written: String, among words: some Collection<String>
  ) -> String? {
    let limit = min(3, max(1, written.count / 2))
    let candidates = words.map { (word: $0, edits: edits(from: written, to: $0)) }
      .filter { $0.edits <= limit }
    return candidates.min { ($0.edits, $0.word) < ($1.edits, $1.word) }?.word
  }

  /// How many characters must be put in, taken out or replaced: the Levenshtein distance.
  static func edits(from source: String, to target: String) -> Int {
    let target = Array(target)
    var row = Array(0...target.count)
    for (index, character) in source.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = diagonal + (target[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
