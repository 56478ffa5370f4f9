/// How much room a file system has.
public struct Space: Hashable, Sendable {
  /// Bytes that an ordinary user may still fill.
  public let free: Int
  /// Bytes altogether.
  public let total: Int

  /// The room of one file system.
  public init(free: Int, total: Int) {
    self.free = free
    self.total = total
  }
}
