import Core
import Door
import System

/// The terminal of a session: how large it is, and whether it is a screen for a while.
extension LineSession {
  /// The alternate screen, the cursor hidden, and no wrapping at the right edge (xterm's private modes).
  static let screenOpening = Array(RawTerminal.opening.utf8)
  /// What ends that; CAN first ends a sequence that was cut off.
  ///
  /// A terminal without an alternate screen goes on at its last row.
  static let screenClosing = Array(
    "\u{18}\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[2J\u{1b}[999;1H\u{1b}[?1049l\r\n".utf8)
  /// A frame finds the line so full at most, in tenths of a second.
  private static let mostTenths = 1.5

  /// Does what `wish` wants, and tells how the session is written to then.
  func configure(_ wish: SessionWish) -> SessionSettings {
    let isToAsk = settings.apply(wish)
    if isToAsk { askForSize(forPerson: true) }
    follow()
    return settings
  }

  /// Asks the terminal how large it is, if it is one; `settings` have its answer when it has come.
  func askForSize(forPerson isForPerson: Bool) {
    guard !output.isOver else { return }
    output.append(TerminalProbe.question)
    probe.asked(at: Clock.now, forPerson: isForPerson)
    settings.isAsking = true
  }

  /// Asks again whether the size has changed, from time to time, a terminal that has answered.
  func askAgain(at now: Instant) {
    guard settings.size != nil, !settings.isSizeTold, probe.isDue(at: now) else { return }
    askForSize(forPerson: false)
  }

  /// The terminal says that its cursor is in this place.
  func hearPlace(row: Int, column: Int) {
    guard let isForPerson = probe.answered(at: Clock.now) else { return }
    settings.isAsking = false
    guard !settings.isSizeTold, let size = TerminalSize(columns: column, rows: row) else { return }
    fit(size)
    if isForPerson { tell(.sessionSize(size)) }
  }

  private func fit(_ size: TerminalSize?) {
    guard let size else { return }
    hasResized = hasResized || settings.size != size
    settings.size = size
    follow()
  }

  /// Gives up a question that has no answer.
  func expireQuestion(at now: Instant) {
    let silence = probe.expire(at: now)
    settings.isAsking = probe.isWaiting
    switch silence {
    case nil: return
    case .isToBeTold: if settings.size == nil { tell(.sessionUnanswered) }
    case .hasBegun:
      settings.size = nil
      hasResized = true
      screen?.leave()
      follow()
    }
  }

  /// Lines and pages are as long as the terminal has room for.
  private func follow() {
    pager.length = settings.size.map { max(2, $0.rows - 1) } ?? Pager.usualLength
    pager.columns = settings.size?.columns ?? Pager.usualColumns
    editor.columns = settings.isPlain ? nil : settings.size?.columns
  }
}

/// The screen.
extension LineSession {
  /// Whether keys come one by one and what is written is drawn.
  var isScreen: Bool { screen != nil }

  /// Makes the terminal a screen; says whether that is possible: not in a plain session.
  func beginScreen() -> Bool {
    guard !settings.isPlain, !output.isOver else { return false }
    guard screen == nil else { return true }
    screen = ScreenInput()
    output.append(LineSession.screenOpening)
    return true
  }

  /// Makes the terminal one of lines again, and says what was said meanwhile.
  func endScreen() {
    guard var ended = screen else { return }
    (screen, awaitsKey, hasClosing) = (nil, false, true)
    output.append(LineSession.screenClosing)
    for line in ended.takeNews() { put(line) }
    if debts.isEmpty { showPromptAgain() }
  }

  /// Keeps `text` until the screen is one of lines again.
  func keepForLater(_ text: String) {
    for line in text.split(separator: "\n") { screen?.keep(String(line)) }
  }

  /// The answer to the oldest line ends while a screen is shown.
  func keepAnswer(_ text: String) {
    keepForLater(text)
    if !debts.isEmpty { debts.removeFirst() }
  }

  /// A terminal that was left as a screen is one of lines.
  func resetTerminal() {
    output.append(LineSession.screenClosing)
    hasClosing = true
  }

  /// As a session begins: nobody has set anything, nor said how large the terminal is.
  func forgetSettings() {
    settings = SessionSettings(settings.charset)
    hasResized = false
    follow()
  }

  /// The next key, if one has come.
  func nextKey() -> Key? {
    guard !awaitsKey else { return nil }
    while screen?.hasKey == false, let byte = input.next() {
      if let place = screen?.take(byte) { hearPlace(row: place.row, column: place.column) }
    }
    return screen?.next()
  }

  /// How many bytes a frame may have now so that what is sent after it does not wait long; nil where the line is still
  /// busy, or this is no screen.
  func frameRoom(at now: Instant) -> Int? {
    guard isScreen, !output.isOver else { return nil }
    askAgain(at: now)
    let limit = Int(Double(port.speed.bytesPerTenth) * LineSession.mostTenths)
    let room = limit - backlog
    // A line so slow that the least of a frame takes longer is sent just that, once nothing waits.
    if limit < ViewfinderScene.leastFrame { return backlog == 0 ? ViewfinderScene.leastFrame : nil }
    return room >= max(limit / 3, ViewfinderScene.leastFrame) ? room : nil
  }

  /// Bytes that were said and have not left yet.
  var backlog: Int {
    // A line that can't tell any more is gone, and the next write says so.
    output.queue.byteCount + ((try? port.queuedByteCount()) ?? 0)
  }

  /// Sends `bytes`, which draw something; says whether there was room for all of them, else none are sent.
  func draw(_ bytes: [UInt8]) -> Bool {
    guard isScreen, bytes.count <= OutputQueue.byteLimit - output.queue.byteCount else {
      return false
    }
    output.append(bytes)
    return true
  }
}
