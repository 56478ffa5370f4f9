import Core

/// A camera and its driver's buffers: frames come at their times whether or not somebody takes them.
///
/// The driver has a few free buffers. While nobody takes what they hold, further frames are lost; so
/// after a stall of the loop the frames that are found are old ones.
public struct VirtualCamera {
  /// What it goes by.
  static let path = "virtual-camera"
  /// Buffers that wait for pictures, besides the one that is held; a second is held for a turn.
  static let freeBufferCount = 5
  /// Frames per second at most, while it is subdued.
  static let subduedRate = 15
  /// From the exposure of a frame to the time when it can be taken.
  static let latency = Duration.milliseconds(25)

  /// Why it can't be opened; nil while it can.
  public var obstacle: Failure?
  /// Frames per second.
  public let framesPerSecond: Int
  /// From opening to the first exposure.
  public var settling = Duration.milliseconds(180)
  /// Whether it delivers nothing and reports no error.
  public var isSilent = false
  /// How it runs from its next opening on.
  public var power = CameraPower.full
  /// How it runs since it was opened.
  private(set) var openPower = CameraPower.full
  /// What became of the frames since it was opened.
  private(set) var counts = FrameCounts()
  /// From when on nothing in the picture moves, if it does not.
  public var stillSince: Instant?
  private let pictures: Pictures
  /// Why the stream broke; told once.
  private var breakage: Failure?
  /// The next exposure, while it streams.
  private var nextStamp: Instant?
  private var nextSequence: UInt32 = 0
  private var filled: [Frame] = []
  private var newest, previous: Frame?
  /// Whether the stream under way will deliver nothing more.
  private var isHung = false
  /// Frames that the driver loses by itself.
  private var missing = 0

  /// A closed camera that sees `pictures`.
  public init(_ pictures: Pictures, framesPerSecond: Int) {
    self.pictures = pictures
    self.framesPerSecond = framesPerSecond
  }

  /// Whether it could be opened and would deliver its next frame.
  var wouldDeliver: Bool { obstacle == nil && !isSilent && missing == 0 }

  /// Whether somebody has it open.
  var isOpen: Bool { nextStamp != nil || breakage != nil }

  /// When the next frame can be taken, or the breakage seen.
  var nextInstant: Instant? { nextStamp.map { $0 + VirtualCamera.latency } }

  /// The held frame before the newest, until it is let go.
  var previousFrame: Frame? { previous }

  /// Pulls the plug: the stream breaks, and opening fails until `plug`.
  public mutating func unplug() {
    obstacle = .unplugged
    fail(with: .unplugged)
  }

  /// Puts the plug in again.
  public mutating func plug() {
    obstacle = nil
  }

  /// Breaks the stream under way.
  public mutating func fail(with failure: Failure) {
    guard nextStamp != nil else { return }
    nextStamp = nil
    breakage = failure
  }

  /// Has the stream under way deliver nothing more, without an error.
  public mutating func hang() {
    isHung = isOpen
  }

  /// Loses the next `count` frames.
  public mutating func lose(_ count: Int) {
    missing += count
  }

  /// Loses no more frames.
  mutating func loseNoMore() {
    missing = 0
  }

  mutating func open(at now: Instant) throws(Failure) -> CameraMode {
    close()
    if let obstacle { throw obstacle }
    nextStamp = now + settling
    openPower = power
    return pictures.mode(framesPerSecond: rate)
  }

  mutating func close() {
    nextStamp = nil
    breakage = nil
    isHung = false
    nextSequence = 0
    filled.removeAll()
    (newest, previous) = (nil, nil)
    counts = FrameCounts()
  }

  /// Exposes the frames whose time has come by `now`.
  mutating func advance(to now: Instant) {
    while let stamp = nextStamp, stamp + VirtualCamera.latency <= now {
      expose(at: stamp)
      nextStamp = stamp + .seconds(1) / rate
    }
  }

  /// Takes the oldest frame that the driver has, as `Camera.advance` does, if there is one.
  mutating func take() throws(Failure) -> Frame? {
    if let breakage {
      self.breakage = nil
      throw breakage
    }
    guard !filled.isEmpty else { return nil }
    counts.delivered += 1
    counts.held += 1
    (newest, previous) = (filled.removeFirst(), newest)
    return newest
  }

  /// Lets the frame before the newest go, as `Camera.releasePrevious` does.
  mutating func releasePrevious() {
    previous = nil
  }

  /// Lends the picture of the held frame `sequence`; nil if it isn't held.
  func withFrame<Answer>(
    _ sequence: UInt32,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let frame = [newest, previous].first(where: { $0?.sequence == sequence }) ?? nil
    else { return nil }
    return try pictures.withPicture(at: seen(at: frame.stamped), body)
  }

  /// Lends the newest picture; nil where none is held.
  func withNewestFrame<Answer>(
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let newest else { return nil }
    return try pictures.withPicture(at: seen(at: newest.stamped), body)
  }

  /// Frames per second as it runs.
  private var rate: Int {
    openPower == .subdued ? min(framesPerSecond, VirtualCamera.subduedRate) : framesPerSecond
  }

  /// The instant of the scene that a frame of `stamp` shows.
  private func seen(at stamp: Instant) -> Instant { stillSince.map { min($0, stamp) } ?? stamp }

  private mutating func expose(at stamp: Instant) {
    guard !isSilent, !isHung else { return }
    defer { nextSequence += 1 }
    guard missing == 0, filled.count < VirtualCamera.freeBufferCount else {
      missing = max(0, missing - 1)
      counts.lost += 1
      return
    }
    let byteCount = pictures.byteCount(at: stamp)
    filled.append(Frame(sequence: nextSequence, byteCount: byteCount, stamped: stamp))
  }
}
