import Core

/// What is typed while a session is a screen: keys, one by one.
///
/// The bytes of an arrow key come one after the other on a slow line, so ESC counts as a key only when nothing has
/// followed it for a while.
struct ScreenInput {
  /// ESC without anything after it for so long is a key: at 1200 baud the next byte takes 8 ms.
  static let escapePatience = Duration.milliseconds(50)
  /// So much that was said meanwhile is kept, the newest.
  static let mostNews = 64

  /// What was said meanwhile.
  private(set) var news: [String] = []
  private var parser = KeyParser()
  private var keys: [Key] = []
  private var escapeAt: Instant?

  /// When a lone ESC is a key.
  var deadline: Instant? { escapeAt }

  /// Whether a key waits.
  var hasKey: Bool { !keys.isEmpty }

  /// Takes `byte`; a place of the cursor is handed out.
  mutating func take(_ byte: UInt8) -> (row: Int, column: Int)? {
    keys += parser.keys(in: CollectionOfOne(byte), isAll: false)
    escapeAt = nil
    defer { parser.place = nil }
    return parser.place
  }

  /// The next key.
  mutating func next() -> Key? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Nobody may be there who sees it: it is left as by the key for that.
  mutating func leave() { keys.append(.character("q")) }

  /// The clock stands at `now`, and all that has come was taken.
  mutating func advance(to now: Instant) {
    guard parser.isAfterEscape else { return }
    guard let escapeAt else { return escapeAt = now + ScreenInput.escapePatience }
    guard now >= escapeAt else { return }
    self.escapeAt = nil
    if let key = parser.finishRead() { keys.append(key) }
  }

  /// Keeps `line`, which can't be written now.
  mutating func keep(_ line: String) {
    if news.count == ScreenInput.mostNews { news.removeFirst() }
    news.append(line)
  }

  /// What was said since it was last taken.
  mutating func takeNews() -> [String] {
    defer { news.removeAll() }
    return news
  }
}
