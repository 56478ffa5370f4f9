import Core

/// The terminal at the other end.
extension ConsoleSession {
  var isScreen: Bool { screenNews != nil }

  /// Does what `wish` wants, and tells how the session is written to then.
  func configure(_ wish: SessionWish) -> SessionSettings? {
    let isToAsk = settings.apply(wish)
    if leadsLine {
      settings.isAsking = isToAsk
      write(.wish(wish.words))
    }
    return settings
  }

  /// Has the terminal asked how large it is, if it is one; `settings` have its answer when it has come.
  func askForSize() {
    guard leadsLine else { return }
    settings.isAsking = true
    write(.measure)
  }

  /// The terminal has said `size`; whether that is news.
  func fit(_ size: TerminalSize?) -> Bool {
    settings.isAsking = false
    defer { settings.size = size }
    return settings.size != size
  }

  /// Makes the terminal a screen; says whether that is possible: not in a plain session.
  func beginScreen() -> Bool {
    // Who says how large their terminal is has one.
    guard leadsLine || settings.isSizeTold, !settings.isPlain, !stream.isDeaf else { return false }
    guard !isScreen else { return true }
    (screenNews, room) = (ScreenNews(), nil)
    write(.screen)
    return true
  }

  /// Makes the terminal one of lines again, and says what was said meanwhile.
  func endScreen() {
    guard var news = screenNews else { return }
    screenNews = nil
    write(.lines)
    for line in news.take() { say(line: line) }
  }

  /// News since it is a screen, or since they were last taken.
  func takeNews() -> [String] { screenNews?.take() ?? [] }

  /// How many bytes a frame may have now so that what is sent after it does not wait long; nil where its terminal has no
  /// room, or this is no screen.
  var frameRoom: Int? { isScreen && !stream.isDeaf ? room : nil }

  /// Sends `bytes`, which draw something; says whether there was room for all of them, else none are sent.
  func draw(_ bytes: [UInt8]) -> Bool {
    let part = AnswerPart.picture(bytes)
    guard isScreen, part.bytes.count <= stream.room else {
      return false
    }
    room = nil
    write(part)
    return true
  }
}

/// News for a screen, until they are shown there.
struct ScreenNews {
  /// The most lines that are kept, the newest.
  private static let most = 64

  private var lines: [String] = []

  /// Keeps `line`, which can't be written now.
  mutating func keep(_ line: String) {
    if lines.count == ScreenNews.most { lines.removeFirst() }
    lines.append(line)
  }

  /// The lines since they were last taken.
  mutating func take() -> [String] {
    defer { lines.removeAll() }
    return lines
  }
}
