/// The lines that somebody typed, to be called back with the arrow keys; the newest are kept.
struct LineHistory {
  static let lineLimit = 32

  private var lines: [[UInt8]] = []
  /// Which line is shown; `lines.count` is the line being written.
  private var position = 0
  /// What was being written when the first arrow key came.
  private var draft: [UInt8] = []

  /// Remembers `line`, unless it is empty or the same as the one before.
  mutating func append(_ line: [UInt8]) {
    if !line.isEmpty, line != lines.last { lines.append(line) }
    if lines.count > LineHistory.lineLimit { lines.removeFirst() }
    position = lines.count
  }

  /// The line before the one that is shown, or nil at the oldest; `line` is what is shown.
  mutating func previous(to line: [UInt8]) -> [UInt8]? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = line }
    position -= 1
    return lines[position]
  }

  /// The line after the one that is shown, last what was being written, or nil when that is shown.
  mutating func next() -> [UInt8]? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
