/// How much room a file system has.
package struct Space: Hashable, Sendable {
  /// Bytes that an ordinary user may still fill.
  package let free: Int
  /// Bytes altogether.
  package let total: Int

  /// The room of one file system.
  package init(free: Int, total: Int) {
    self.free = free
    self.total = total
  }
}
