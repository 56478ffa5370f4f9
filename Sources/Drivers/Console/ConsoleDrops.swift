/// What could not be written because somebody stopped reading.
public struct ConsoleDrops: Hashable, Sendable {
  /// Lines that nobody saw.
  public internal(set) var lineCount = 0
  /// Bytes that nobody saw, echo included.
  public internal(set) var byteCount = 0

  /// Nothing dropped.
  public init() {}

  static func += (total: inout ConsoleDrops, more: ConsoleDrops) {
    total.lineCount += more.lineCount
    total.byteCount += more.byteCount
  }
}
