/// Where a part stands in a whole, element by element.
///
/// The standard library's own search among strings brings its regular expressions into a program, more than a megabyte.
extension Collection where Element: Equatable {
  /// Where `part` stands first; nil where it doesn't.
  package func place(of part: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while start != endIndex {
      let rest = self[start...]
      if rest.starts(with: part) { return start..<index(start, offsetBy: part.count) }
      formIndex(after: &start)
    }
    return nil
  }
}

extension StringProtocol {
  /// Whether `part` stands in it, byte by byte.
  package func holds(_ part: String) -> Bool { utf8.place(of: part.utf8) != nil }
}
