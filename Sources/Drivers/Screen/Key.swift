/// A key that somebody pressed on a terminal.
public enum Key: Hashable, Sendable {
  /// A printable character, the space included.
  case character(Character)
  /// Enter, however the terminal says it: CR, LF or both.
  case enter
  /// Backspace, which terminals send as BS or as DEL.
  case backspace
  /// Esc alone, not the beginning of another key's sequence.
  case escape
  /// Ctrl-C, which is a key here and no signal.
  case interrupt
  /// Ctrl-U: takes back the line.
  case killLine
  /// Ctrl-W: takes back the last word.
  case killWord
  /// Ctrl-L: draw everything anew.
  case refresh
}
