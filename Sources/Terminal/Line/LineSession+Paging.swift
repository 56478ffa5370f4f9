import Core
import Door

/// The pages of a long answer on a terminal.
extension LineSession {
  /// Whether the answer under way stops at each page: not one that goes on as things happen, nor one line in JSON.
  var isPaged: Bool {
    guard let debt = debts.first else { return false }
    return !debt.continues && !debt.isInJSON
  }

  /// Says `text` when the answer that a person reads has ended.
  func keep(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let page = pager.keep(String(line)) else { continue }
      write("")
      show(page)
    }
  }

  /// Shows the next page of an answer, or its end and what happened meanwhile.
  ///
  /// - Parameter invites: whether the next line has still to come.
  func show(_ page: Pager.Page, invites: Bool = true) {
    for line in page.lines { put(line) }
    if let more = page.more { return ask(.linesMore(more)) }
    write("")
    for line in page.news { put(line) }
    if invites { showPrompt() }
  }

  /// Says `phrase` in front of what is typed then.
  private func ask(_ phrase: Phrase) {
    let text = words(of: phrase)
    monologue.said(text)
    output.append(Array(text.utf8) + [.space])
  }

  func leavePage() { show(pager.leave()) }

  /// Whether `line` says how an answer goes on that has stopped at a page, and nothing else.
  func turnsPage(_ line: String) -> Bool {
    defer { hasLeft = false }
    if pager.isWaiting, line.isEmpty {
      show(pager.goOn())
      return true
    }
    if hasLeft, line.isEmpty { showPrompt() }
    return hasLeft && line.isEmpty
  }

  /// Whether `byte` is a key that leaves an answer, and no more than that.
  func leavesPage(_ byte: UInt8) -> Bool {
    guard pager.isWaiting, editor.unfinished.isEmpty else { return false }
    let isQuit = byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q")
    // What a terminal answers begins with ESC too.
    guard isQuit || (byte == .escape && !probe.isWaiting) else { return false }
    write("")
    leavePage()
    hasLeft = true
    hasEscaped = byte == .escape
    return true
  }
}
