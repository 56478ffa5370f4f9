import Core

/// The push-button: a GPIO line whose edges the kernel stamps.
public struct Button: ~Copyable {
  /// Edges taken out of the kernel's queue at once, so that a line that never rests cannot hold the loop.
  static let drainLimit = 1024

  private let line: InputLine
  private var sequence: EdgeSequence

  /// Takes the line of `settings`.
  ///
  /// A button that is held at this moment is no press; its release will be the first edge.
  public init(_ settings: LineSettings) throws(Failure) {
    let line = try InputLine(settings, for: .button)
    let isPressed = try line.isActive()
    sequence = EdgeSequence(foundPressed: isPressed, at: Clock.now)
    self.line = line
  }

  /// What epoll watches: readable while edges wait.
  public var descriptor: Int32 { line.descriptor }

  /// Whether the button is down at this moment.
  public var isPressed: Bool {
    get throws(Failure) { try line.isActive() }
  }

  /// How many edges the kernel lost and this type made up.
  public var madeUpEdgeCount: Int { sequence.madeUpCount }

  /// Appends the edges that wait, oldest first, with the kernel's stamps (`CLOCK_MONOTONIC`).
  ///
  /// Never blocks. Directions alternate. An edge that the kernel lost is made up: the last with the present
  /// time, one in between with the stamp of its successor.
  public mutating func edges(into edges: inout [Edge]) throws(Failure) {
    for _ in 0..<Self.drainLimit {
      guard let edge = try line.nextEdge() else {
        let isPressed = try line.isActive()
        return sequence.settle(pressed: isPressed, at: Clock.now, into: &edges)
      }
      sequence.take(edge, into: &edges)
    }
  }
}
