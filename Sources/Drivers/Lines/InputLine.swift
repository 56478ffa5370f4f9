import CGPIO
import Core
import System

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

  /// What epoll watches: readable while edges wait.
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
