/// One conversation on a console: a terminal line while it is open, or one connection to the socket.
///
/// Counted from 1 since the program started and never used again, so that an answer that comes too
/// late finds nobody instead of somebody else.
package struct SessionID: Hashable, Sendable {
  /// Its number.
  package let number: Int

  /// The session with this number.
  package init(number: Int) {
    self.number = number
  }
}
