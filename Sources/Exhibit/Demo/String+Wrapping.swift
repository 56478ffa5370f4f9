import Drivers

extension String {
  /// Its words in lines of at most `width` columns, which are more than none; a longer word stands alone, and is cut
  /// where it is shown.
  func wrapped(to width: Int) -> [String] {
    guard displayColumns > width else { return [self] }
    var lines: [String] = []
    for word in split(separator: " ") {
      let longer = (lines.last.map { $0 + " " } ?? "") + word
      if lines.isEmpty || longer.displayColumns > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines
  }
}
