import CLinux

extension Poller {
  /// Whose descriptor is ready: a source and, where a source has several, which of its own.
  package struct Token: Hashable, Sendable {
    let number: UInt64

    /// The token of descriptor `index` of `source`; both are the owner's own numbers.
    package init(_ source: UInt16, _ index: UInt16 = 0) {
      number = UInt64(source) << 16 | UInt64(index)
    }

    init(number: UInt64) {
      self.number = number
    }

    /// The number of the source.
    package var source: UInt16 { UInt16(truncatingIfNeeded: number >> 16) }
    /// Which descriptor of the source.
    package var index: UInt16 { UInt16(truncatingIfNeeded: number) }

    /// The poller's own, which no source can have.
    static let timer = Token(number: .max)
  }

  /// What a descriptor is ready for, or is to be watched for; epoll's own bits.
  package struct Readiness: OptionSet, Hashable, Sendable {
    /// Bits of `epoll_event.events`.
    package let rawValue: UInt32

    /// Takes epoll's bits as they are.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A read would not block; at the end of a stream too.
    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    /// A write would not block.
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Something out of line: a V4L2 event, a changed sysfs attribute.
    package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
    /// The other side is gone for good; reported without asking.
    package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The device or socket failed, or is no longer there; reported without asking.
    package static let error = Readiness(rawValue: EPOLLERR.rawValue)
  }

  /// One thing that a wait found.
  package struct Ready: Hashable, Sendable {
    /// Whose it is.
    package let token: Token
    /// What it is ready for.
    package let readiness: Readiness

    /// The fact that `token` is ready for `readiness`.
    package init(token: Token, readiness: Readiness) {
      self.token = token
      self.readiness = readiness
    }
  }
}
