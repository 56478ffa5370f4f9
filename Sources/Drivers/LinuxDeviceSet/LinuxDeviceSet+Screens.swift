import Board
import Core

/// Consoles that are screens for a while.
extension LinuxDeviceSet {
  package mutating func beginScreen(_ session: SessionID) -> Bool {
    console?.beginScreen(session) ?? false
  }

  package mutating func endScreen(_ session: SessionID) { console?.endScreen(session) }

  package mutating func askForSize(_ session: SessionID) { console?.askForSize(session) }

  package func screenRoom(of session: SessionID) -> ScreenRoom? {
    switch console {
    case .some(let console):
      guard let settings = console.settings(of: session),
        let byteCount = console.frameRoom(of: session, at: now)
      else { return nil }
      return ScreenRoom(settings, language, byteCount: byteCount)
    case .none: return nil
    }
  }

  package mutating func takeNews(of session: SessionID) -> [String] {
    console?.takeNews(of: session) ?? []
  }

  package mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool {
    console?.draw(bytes, on: session) ?? false
  }

  /// Somebody pressed `key`; keys for lines mean nothing at a screen.
  mutating func press(_ key: Key, on session: SessionID, _ news: inout News) {
    guard let key = ViewfinderKey(key) else { return }
    news.add(.console(.key(key, from: session, access(of: session))))
  }
}

extension ViewfinderKey {
  /// What `key` is at a screen; nil for one that has no meaning there.
  fileprivate init?(_ key: Key) {
    switch key {
    case .character(let character): self = .character(character)
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .escape, .interrupt: self = .escape
    case .refresh: self = .refresh
    case .enter, .backspace, .killLine, .killWord, .suspend, .tab, .pageUp, .pageDown, .home,
      .end, .delete:
      return nil
    }
  }
}
