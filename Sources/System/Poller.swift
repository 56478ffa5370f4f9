import CLinux
import Core
import Glibc

/// The one place where the program waits: epoll(7) over its descriptors and one timer.
///
/// Readiness is level-triggered, so nothing is lost when an owner leaves something unread. The timer
/// counts to an absolute instant and is set only when the deadline comes nearer: a camera puts the
/// deadline off with each frame, and pays for that with one wake-up for nothing when the timer expires.
package struct Poller: ~Copyable {
  /// Most events that `next` hands out after one wait; the rest comes with the next wait.
  private static let readyLimit = 16

  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  private let events: UnsafeMutablePointer<epoll_event>
  private var pending: Range<Int>
  /// Instant at which the timer expires, if it will.
  private var armed: Instant?
  /// How often the kernel's timer was set since the start.
  package private(set) var timerSettings: Int

  /// An empty poller with its timer disarmed.
  package init() throws(SystemError) {
    let epoll = FileDescriptor(
      owning: try SystemError.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    let timer = FileDescriptor(
      owning: try SystemError.check("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    // Edge-triggered: an expiry is told once and needs no read(2) to be forgotten.
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | EPOLLET.rawValue
    event.data.u64 = Token.timer.number
    try Poller.control(epoll.number, EPOLL_CTL_ADD, timer.number, &event)
    self.epoll = epoll
    self.timer = timer
    events = .allocate(capacity: Poller.readyLimit)
    events.initialize(repeating: epoll_event(), count: Poller.readyLimit)
    pending = 0..<0
    armed = nil
    timerSettings = 0
  }

  deinit {
    events.deallocate()
  }

  /// Watches `descriptor`, which stays its owner's, and reports it as `token`.
  ///
  /// Hang-ups and errors are reported whatever `interest` says, at every wait until `remove`.
  package borrowing func add(
    _ descriptor: Int32, as token: Token, for interest: Readiness
  ) throws(SystemError) {
    try set(EPOLL_CTL_ADD, descriptor, token, interest)
  }

  /// Watches `descriptor` for `interest` from now on, as when an output queue fills or empties.
  package borrowing func change(
    _ descriptor: Int32, as token: Token, for interest: Readiness
  ) throws(SystemError) {
    try set(EPOLL_CTL_MOD, descriptor, token, interest)
  }

  /// Watches `descriptor` no longer; to be called before its owner closes it.
  ///
  /// What an earlier wait found may still come out of `next`: owners take a token that they gave up
  /// as nothing.
  package borrowing func remove(_ descriptor: Int32) throws(SystemError) {
    // Kernels before 2.6.9 wanted an event here, and none reads it.
    var event = epoll_event()
    try Poller.control(epoll.number, EPOLL_CTL_DEL, descriptor, &event)
  }

  /// Waits until a descriptor is ready or `deadline` has come, whichever is first; without a deadline
  /// as long as it takes.
  ///
  /// It may end sooner for nothing, where an earlier wait had an earlier deadline. A deadline that has
  /// come already only asks what is ready. What `next` did not hand out of the wait before is found
  /// again. Blocks; signals do not end it.
  ///
  /// - Parameter now: the present, as far as the caller knows it. Where reading the clock is a system
  ///   call, one reading a wake-up is enough; a deadline that passed since then ends the wait at once.
  package mutating func wait(
    until deadline: Instant?, now: Instant = Clock.now
  ) throws(SystemError) {
    pending = 0..<0
    let isDue = deadline.map { $0 <= now } ?? false
    if let deadline, !isDue { try arm(for: deadline, now: now) }
    let (epoll, events) = (epoll.number, events)
    let count = try SystemError.check("epoll_wait") {
      epoll_wait(epoll, events, Int32(Poller.readyLimit), isDue ? 0 : -1)
    }
    pending = 0..<Int(count)
  }

  /// The next of what the last wait found, or nil when all is handed out.
  package mutating func next() -> Ready? {
    while let index = pending.first {
      pending.removeFirst()
      let token = Token(number: events[index].data.u64)
      if token != .timer {
        return Ready(token: token, readiness: Readiness(rawValue: events[index].events))
      }
      // Told once: it must be set again for whatever comes next.
      armed = nil
    }
    return nil
  }

  /// A timer that has expired is set again whether or not that was handed out.
  private mutating func arm(for deadline: Instant, now: Instant) throws(SystemError) {
    if let armed, armed > now, armed <= deadline { return }
    // All zero would disarm it; an instant at the clock's very zero has passed and never comes here.
    var setting = itimerspec()
    setting.it_value = timespec(deadline)
    let timer = timer.number
    try SystemError.check("timerfd_settime") {
      timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
    armed = deadline
    timerSettings += 1
  }

  private borrowing func set(
    _ operation: Int32, _ descriptor: Int32, _ token: Token, _ interest: Readiness
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = token.number
    try Poller.control(epoll.number, operation, descriptor, &event)
  }

  private static func control(
    _ epoll: Int32, _ operation: Int32, _ descriptor: Int32, _ event: inout epoll_event
  ) throws(SystemError) {
    try withUnsafeMutablePointer(to: &event) { event throws(SystemError) in
      _ = try SystemError.check("epoll_ctl") { epoll_ctl(epoll, operation, descriptor, event) }
    }
  }
}

extension Poller {
  /// Name of a watched descriptor: a source and, where a source has several, which of its own.
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

  /// Events that a descriptor has, or is to be watched for; epoll's own bits.
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
    /// The other side is gone for good; reported without asking.
    package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The device or socket failed, or is no longer there; reported without asking.
    package static let error = Readiness(rawValue: EPOLLERR.rawValue)
    /// There is nothing more to come.
    package static let over = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
  }

  /// Descriptor that a wait found ready.
  package struct Ready: Hashable, Sendable {
    /// Token of the descriptor.
    package let token: Token
    /// Events of the descriptor.
    package let readiness: Readiness

    /// The fact that `token` is ready for `readiness`.
    package init(token: Token, readiness: Readiness) {
      self.token = token
      self.readiness = readiness
    }
  }
}

/// Watch of a poller over one descriptor, told only what has changed.
///
/// The descriptor's owner keeps it, and ends it before it closes the descriptor.
package struct PollerWatch {
  private var told: Poller.Readiness?

  /// Nothing was told.
  package init() {}

  /// Has `poller` tell when `descriptor` is ready for `wanted`, as `token`.
  package mutating func set(
    _ wanted: Poller.Readiness, of descriptor: Int32, as token: Poller.Token,
    with poller: borrowing Poller
  ) throws(SystemError) {
    guard wanted != told else { return }
    if told == nil {
      try poller.add(descriptor, as: token, for: wanted)
    } else {
      try poller.change(descriptor, as: token, for: wanted)
    }
    told = wanted
  }

  /// Has `poller` watch `descriptor` no longer.
  package mutating func end(
    of descriptor: Int32, with poller: borrowing Poller
  ) throws(SystemError) {
    if told != nil { try poller.remove(descriptor) }
    told = nil
  }
}
