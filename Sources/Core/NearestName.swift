/// Finds the name that somebody probably meant.
public enum NearestName {
  /// The name in `names` that takes the fewest single-letter changes to make from `word`.
  ///
  /// - Returns: nil if none is near: at most a third of the letters may differ, and at least two may.
  public static func of(_ word: String, among names: [String]) -> String? {
    let bound = max(2, word.count / 3)
    let ranked = names.map { (name: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= bound,
      best.distance < best.name.count
    else { return nil }
    return best.name
  }

  /// The number of insertions, deletions and replacements between two words (Levenshtein).
  static func distance(_ first: String, _ second: String) -> Int {
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in letters.indices {
        let replaced = diagonal + (letter == letters[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[letters.count]
  }
}
