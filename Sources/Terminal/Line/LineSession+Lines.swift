import Core
import Door
import System

/// What is typed while a session is one of lines.
extension LineSession {
  /// The next thing that a line, or a key among lines, comes to.
  func nextInput() -> Input? {
    while isListening, let line = editedLine() {
      switch line {
      case .text(let text):
        if turnsPage(text) { continue }
        if let input = hear(text) { return input }
      case .tooLong:
        if monologue.hears(nil) { refuseLine() }
      case .tab: complete()
      case .place(let row, let column): hearPlace(row: row, column: column)
      case .discarded:
        dropQueued()
        if pager.isWaiting {
          leavePage()
        } else if !debts.isEmpty {
          return interrupt()
        } else if isAsked {
          return declined()
        } else {
          showPrompt()
        }
      }
    }
    return monologue.takeNotice() ? .notice : nil
  }

  /// Nobody reads what waits for a slow line, where Ctrl-C says that it is enough.
  private func dropQueued() {
    guard output.queue.byteCount > LineSession.mostOfControlC else { return }
    output.drop()
    if hasClosing { output.append(LineSession.screenClosing) }
    output.append(Array("^C".utf8) + [.carriageReturn, .lineFeed])
  }

  /// The rest of the answers that are owed is not shown.
  private func interrupt() -> Input {
    for place in debts.indices { debts[place].isUnwanted = true }
    return .interrupt
  }

  /// Whoever gives up at a question is owed one answer, as for a line.
  private func declined() -> Input {
    isAsked = false
    debts.append(Debt(isInJSON: false, isOfDeclining: true))
    return .declined
  }

  /// Answers a line that is too long to be read, if need be in the midst of an answer that goes on.
  private func refuseLine() {
    say(words(of: .consoleLineTooLong(LineEditor.byteLimit)))
    warn()
    guard debts.isEmpty else { return }
    write("")
    showPrompt()
  }

  /// The line `text`, unless nobody has typed it.
  private func hear(_ text: String) -> Input? {
    let line = MonologueGuard.withoutPrompts(text)
    let isHeard = monologue.hears(line, afterPrompt: line != text)
    editor.echoes = monologue.echoes
    guard isHeard else { return nil }
    warn()
    if pager.isWaiting { show(pager.leave(), invites: false) }
    isAsked = false
    askAgain(at: Clock.now)
    debts.append(Debt(isInJSON: Reply.isWantedInJSON(by: line)))
    return .line(line)
  }

  /// Says how to go on, where what was typed is no command for long.
  private func warn() {
    guard monologue.takeWarning() else { return }
    let pause = Int(MonologueGuard.strangePause.inSeconds)
    say(words(of: .consoleLineStrange(pause)))
  }

  /// Puts in what is certain of the word being typed, or shows which there are.
  private func complete() {
    let completion = Completion(of: editor.beforeCursor)
    guard completion.insertion.isEmpty else { return editor.insert(completion.insertion) }
    guard completion.candidates.count > 1, debts.isEmpty else { return }
    showEcho()
    output.append(editor.leaving + [.carriageReturn, .lineFeed])
    put(completion.candidates.joined(separator: " "))
    showPromptAgain()
  }

  private func editedLine() -> LineEditor.Line? {
    defer { showEcho() }
    while let byte = input.next() {
      if leavesPage(byte) { continue }
      if hasEscaped, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
        _ = editor.feed(.escape)
      }
      hasEscaped = false
      if let line = editor.feed(byte) { return line }
    }
    // What a terminal hung up on may be half of something else.
    return nil
  }

  private func showEcho() {
    if !editor.echo.isEmpty { output.append(editor.echo) }
    editor.echo.removeAll(keepingCapacity: true)
  }
}

extension Phrase {
  static func consoleLineStrange(_ seconds: Int) -> Phrase {
    Phrase(
      "console.line.strange",
      """
      Nothing of the latest lines was a command. Until one comes, such as help, what is typed here is not shown, \
      and answered every \(seconds) s at most.
      """)
  }
}
