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
  package func holds(_ part: String) -> Bool {
    var (whole, part) = (String(self), part)
    return whole.withUTF8 { whole in part.withUTF8 { part in whole.holds(part) } }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether `part` stands in it; bytes in one place, for whom no type has to be looked up.
  fileprivate func holds(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    for start in 0...(count - part.count) {
      var length = 0
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
