import Core

/// A console's screen as it is now: how it is written to, and how much it takes.
package struct ScreenRoom: Hashable, Sendable {
  /// How its person and its terminal want it.
  package let settings: SessionSettings
  /// What its person is spoken to in.
  package let language: Language
  /// So many bytes can be drawn now without anything after them being late.
  package let byteCount: Int

  /// A screen that takes `byteCount` bytes.
  package init(_ settings: SessionSettings, _ language: Language, byteCount: Int) {
    self.settings = settings
    self.language = language
    self.byteCount = byteCount
  }
}

/// Consoles that are screens; where there are none, nothing becomes one.
package protocol ScreenSet: ~Copyable {
  /// Why nothing is ever drawn on any of them; nil where that depends on the terminal.
  var drawsNothing: Phrase? { get }
  /// Makes `session` a screen, whose keys come one by one; says whether it could.
  mutating func beginScreen(_ session: SessionID) -> Bool
  /// Makes it one of lines again.
  mutating func endScreen(_ session: SessionID)
  /// Asks its terminal how large it is.
  mutating func askForSize(_ session: SessionID)
  /// What it takes now; nil while its line is busy with what was drawn before, and where it is no screen.
  func screenRoom(of session: SessionID) -> ScreenRoom?
  /// What was said to it since it was asked before.
  mutating func takeNews(of session: SessionID) -> [String]
  /// Sends `bytes`, which draw on it: all of them or, where there is no room, none. Says whether they were sent.
  mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool
}

extension ScreenSet where Self: ~Copyable {
  package var drawsNothing: Phrase? { nil }
  package mutating func beginScreen(_ session: SessionID) -> Bool { false }
  package mutating func endScreen(_ session: SessionID) {}
  package mutating func askForSize(_ session: SessionID) {}
  package func screenRoom(of session: SessionID) -> ScreenRoom? { nil }
  package mutating func takeNews(of session: SessionID) -> [String] { [] }
  package mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool { false }
}
