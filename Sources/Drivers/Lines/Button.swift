import Core
import CGPIO
import System

/// The push-button: a GPIO line whose edges the kernel stamps.
package struct Button: ~Copyable {
  /// Edges taken out of the kernel's queue at once, so that a line that never rests cannot hold the loop.
  private static let drainLimit = 1024

  private let line: InputLine
  private var sequence: EdgeSequence

  /// Takes the line of `settings`.
  ///
  /// A button that is held at this moment is no press; its release will be the first edge.
  package init(_ settings: LineSettings) throws(Failure) {
    let line = try InputLine(settings, for: .button)
    let isPressed = try line.isActive()
    sequence = EdgeSequence(foundPressed: isPressed, at: Clock.now)
    self.line = line
  }

  /// Descriptor for epoll: readable while edges wait.
  package var descriptor: Int32 { line.descriptor }

  /// Whether the button is down at this moment.
  package var isPressed: Bool {
    get throws(Failure) { try line.isActive() }
  }

  /// Appends the edges that wait, oldest first, with the kernel's stamps (`CLOCK_MONOTONIC`).
  ///
  /// Never blocks. Directions alternate. An edge that the kernel lost is made up: the last with the present
  /// time, one in between with the stamp of its successor.
  package mutating func edges(into edges: inout [Edge]) throws(Failure) {
    for _ in 0..<Self.drainLimit {
      guard let edge = try line.nextEdge() else {
        let isPressed = try line.isActive()
        return sequence.settle(pressed: isPressed, at: Clock.now, into: &edges)
      }
      sequence.take(edge, into: &edges)
    }
  }
}

/// A GPIO line that is ours to watch, until the value ends.
///
/// "Active" is the logical state: polarity is settled here.
struct InputLine: ~Copyable {
  private let claimed: ClaimedLine

  /// Takes the line, both of its edges stamped by the kernel.
  init(_ settings: LineSettings, for role: Role) throws(Failure) {
    claimed = try ClaimedLine(settings, for: role) { chip, offset in
      gpio_line_request_input(chip, offset, settings.isActiveLow, settings.bias.code)
    }
  }

  /// Descriptor for epoll: readable while edges wait.
  var descriptor: Int32 { gpio_line_descriptor(claimed.handle) }

  /// Takes the oldest waiting edge out of the kernel's queue; nil when none waits.
  ///
  /// Never blocks.
  func nextEdge() throws(Failure) -> Edge? {
    var edge = gpio_edge()
    switch gpio_line_read_edge(claimed.handle, &edge) {
    case 1:
      let stamp = Instant(nanoseconds: Int64(clamping: edge.nanoseconds))
      return Edge(edge.is_active ? .pressed : .released, stamped: stamp)
    case 0: return nil
    default: throw claimed.line.failure(using: SystemError(errnoOf: "gpiod_line_event_read"))
    }
  }

  /// Whether the line is active at this moment.
  func isActive() throws(Failure) -> Bool {
    let value = gpio_line_value(claimed.handle)
    guard value >= 0 else {
      throw claimed.line.failure(using: SystemError(errnoOf: "gpiod_line_get_value"))
    }
    return value == 1
  }
}

extension LineSettings.Bias {
  fileprivate var code: gpio_bias {
    switch self {
    case .pullUp: GPIO_BIAS_PULL_UP
    case .pullDown: GPIO_BIAS_PULL_DOWN
    case .external: GPIO_BIAS_AS_IS
    }
  }
}
