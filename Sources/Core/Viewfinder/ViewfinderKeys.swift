/// A key that was pressed where the viewfinder is drawn.
package enum ViewfinderKey: Hashable, Sendable {
  /// A key with a character on it.
  case character(Character)
  case up, down, left, right
  case escape
  /// Have all of it drawn anew.
  case refresh
}

extension ViewfinderKey {
  /// Names of the keys without a character that is seen.
  private static let named: [(String, ViewfinderKey)] = [
    ("space", .character(" ")), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
    ("escape", .escape), ("refresh", .refresh),
  ]

  /// The key that programs call `word`; nil where that is none.
  package init?(word: String) {
    if let key = ViewfinderKey.named.first(where: { $0.0 == word })?.1 {
      self = key
    } else if let character = word.first, word.count == 1 {
      self = .character(character)
    } else {
      return nil
    }
  }

  /// Name of it for programs: one character, or a word.
  package var word: String {
    if let named = ViewfinderKey.named.first(where: { $0.1 == self }) { return named.0 }
    if case .character(let character) = self { return String(character) }
    return ""
  }
}

/// What single keys do where the viewfinder is drawn.
extension Machine {
  /// One step of the zoom is so much of what it was, in hundredths; a key moves it by a tenth of what is seen.
  private static let zoomStep = 125, panStep = 100

  /// Does what `key` means; what it says is seen below the picture.
  mutating func press(_ key: ViewfinderKey, on session: SessionID, _ access: Access) {
    viewfinder.changed()
    switch key {
    case .escape:
      guard lookedAt(by: session) == nil else {
        return obey("review end", pressedOn: session, access)
      }
      endView(on: session)
    case .refresh: steps.add(.console(.beginScreen(session)))
    case .up: pan(0, -1)
    case .down: pan(0, 1)
    case .left: pan(-1, 0)
    case .right: pan(1, 0)
    case .character(let character): press(character, on: session, access)
    }
  }

  private mutating func press(_ key: Character, on session: SessionID, _ access: Access) {
    switch key {
    case " " where answerOfClick != nil: agree(on: session, access)
    case "q": endView(on: session)
    case ":": leaveView(on: session)
    case "+", "=": zoom(by: Machine.zoomStep, per: 100)
    case "-": zoom(by: 100, per: Machine.zoomStep)
    case "0": viewfinder.zoom = GlyphZoom()
    default:
      guard let line = line(for: key) else { return }
      obey(line, pressedOn: session, access)
    }
  }

  /// What a key stands for that is a command.
  private func line(for key: Character) -> String? {
    switch key {
    case " ": lineForPress
    case "f": "camera use \(CameraRequest.next)"
    case "n": "next"
    case "p": "previous"
    default: effectLine(key)
    }
  }

  /// What a click would answer now, and as what.
  private var answerOfClick: GestureTable.Meaning? {
    let meaning = meaning(of: .click, at: now)
    return switch meaning {
    case .answer, .option: meaning
    case .act, .refuse, .learn, .shutDown, .nothing: nil
    }
  }

  /// What the board asks is answered as a click answers it, whatever else is asked meanwhile.
  private mutating func agree(on session: SessionID, _ access: Access) {
    guard access != .status else { return steps.say(.consoleStatusOnly, to: session) }
    guard let question = asking.board, let answerOfClick else { return }
    steps.beginPressed(on: session)
    answer(answerOfClick, to: question, by: .console(session))
  }

  /// The space bar does what a click of the button does; nil where that is nothing, or nothing that has a line.
  private var lineForPress: String? {
    switch row(at: now) {
    case .recording: return "clip stop"
    case .capturing: return "cancel"
    case .ready, .resting, .hindered, .asked, .offered, .learning, .ending: break
    }
    switch settings.gestures.click {
    case .photo: return "snap"
    case .clip: return "clip start"
    case .nextThing: return "thing next"
    case .sayStatus: return "status"
    case .undo: return "undo"
    case .nextSlot, .none: return nil
    }
  }

  private func effectLine(_ key: Character) -> String? {
    guard let number = key.wholeNumberValue, GlyphEffect.allCases.indices.contains(number - 1)
    else { return nil }
    return "effect \(GlyphEffect.allCases[number - 1].rawValue)"
  }

  private mutating func leaveView(on session: SessionID) {
    if sessions.doing(of: session) == .screen { sessions.begin(.leftScreen, session) }
    steps.add(.console(.endScreen(session)))
    steps.say(
      Phrase("view.left", "Type a command; an empty line brings the picture back."), to: session)
  }

  private mutating func zoom(by factor: Int, per whole: Int) {
    viewfinder.zoom.set(perMille: (viewfinder.zoom.perMille * factor + whole / 2) / whole)
  }

  private mutating func pan(_ across: Int, _ down: Int) {
    let zoom = viewfinder.zoom
    let step = Machine.panStep * 1000 / zoom.perMille
    viewfinder.zoom.centre(x: zoom.x + across * step, y: zoom.y + down * step)
  }
}
