import Core

/// A camera and its driver's buffers: frames come at their times whether or not somebody takes them.
///
/// The driver has a few free buffers. While nobody takes what they hold, further frames are lost; so
/// after a stall of the loop the frames that are found are old ones.
package struct VirtualCamera {
  /// Its path, in place of a node of the kernel.
  static let path = "virtual-camera"
  /// JPEG quality for its raw frames.
  package static let quality = 90
  /// Its driver's buffers.
  ///
  /// One is held while the camera streams, and a second for a turn; the others wait for pictures.
  static let bufferCount = 6
  /// Exposures that are remembered: more than can be held or wait.
  private static let mostExposures = 16
  /// Frames per second at most, while it saves power.
  static let powerSaveRate = 15
  /// From the exposure of a frame to the time when it can be taken.
  private static let latency = Duration.milliseconds(25)

  /// Why it can't be opened; nil while it can.
  package var obstacle: Failure?
  /// Frames per second.
  package let framesPerSecond: Int
  /// From opening to the first exposure.
  package var settling = Duration.milliseconds(180)
  /// Whether it delivers nothing and reports no error.
  package var isSilent = false
  /// How it runs from its next opening on.
  package var power = CameraPower.full
  /// How it runs since it was opened.
  package private(set) var openPower = CameraPower.full
  /// Counts of frames since it was opened.
  package private(set) var counts = FrameCounts()
  /// From when on nothing in the picture moves, if it does not.
  package var stillSince: Instant?
  /// So many of the next frames that are wanted for photos are no pictures inside.
  package var spoiledCount = 0
  /// Latest exposures, those of earlier streams among them.
  package private(set) var exposures: [Exposure] = []
  private let pictures: Pictures
  /// Why the stream broke; told once.
  private var breakage: Failure?
  /// The next exposure, while it streams.
  private var nextStamp: Instant?
  private var nextSequence: UInt32 = 0
  private var filled: [Exposure] = []
  private var newest, previous: Exposure?
  /// Whether the stream under way will deliver nothing more.
  private var isHung = false
  /// Whether the driver of the stream under way refuses the next buffer that it gets back.
  private var refusesBuffer = false
  /// Frames that the driver loses by itself.
  private var missing = 0

  /// A frame, and what it shows.
  package struct Exposure: Hashable, Sendable {
    /// Facts of the frame by the driver.
    package let frame: Frame
    /// The instant of the scene that is seen in it.
    let seen: Instant
  }

  /// A closed camera that sees `pictures`.
  package init(_ pictures: Pictures, framesPerSecond: Int) {
    self.pictures = pictures
    self.framesPerSecond = framesPerSecond
  }

  /// Whether it could be opened and would deliver its next frame.
  package var wouldDeliver: Bool { obstacle == nil && !isSilent && missing == 0 }

  /// Whether somebody has it open.
  package var isOpen: Bool { nextStamp != nil || breakage != nil }

  /// When the next frame can be taken, or the breakage seen.
  var nextInstant: Instant? { nextStamp.map { $0 + VirtualCamera.latency } }

  /// The newest held frame.
  package var newestFrame: Frame? { newest?.frame }

  /// The held frame before the newest, until it is let go.
  package var previousFrame: Frame? { previous?.frame }

  /// Whether a frame can be taken, or the breakage seen.
  package var isReadable: Bool { breakage != nil || !filled.isEmpty }

  /// Pulls the plug: the stream breaks, and opening fails until `plug`.
  package mutating func unplug() {
    obstacle = .unplugged
    fail(with: .unplugged)
  }

  /// Puts the plug in again.
  package mutating func plug() {
    obstacle = nil
  }

  /// Breaks the stream under way.
  package mutating func fail(with failure: Failure) {
    guard nextStamp != nil else { return }
    nextStamp = nil
    breakage = failure
  }

  /// Has the stream under way deliver nothing more, without an error.
  package mutating func hang() {
    isHung = isOpen
  }

  /// Has the driver of the stream under way refuse the next buffer that it gets back.
  package mutating func refuseBuffer() {
    refusesBuffer = isOpen
  }

  /// Loses the next `count` frames.
  package mutating func lose(_ count: Int) {
    missing += count
  }

  /// Loses no more frames.
  package mutating func loseNoMore() {
    missing = 0
  }

  /// Starts a stream, of which there is one at most.
  mutating func open(at now: Instant) throws(Failure) -> CameraMode {
    if let obstacle { throw obstacle }
    if isOpen { throw .busyCamera }
    nextStamp = now + settling
    openPower = power
    return pictures.mode(framesPerSecond: rate)
  }

  mutating func close() {
    nextStamp = nil
    breakage = nil
    isHung = false
    refusesBuffer = false
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
    return newest?.frame
  }

  /// Lets the frame before the newest go, as `Camera.releasePrevious` does; the driver may refuse its buffer.
  mutating func releasePrevious() throws(Failure) {
    guard previous != nil else { return }
    previous = nil
    guard refusesBuffer else { return }
    refusesBuffer = false
    throw .refusedBuffer
  }

  /// Lends the picture of the held frame `sequence`, which is wanted for a photo, or of the newest for nil;
  /// nil if it isn't held.
  mutating func withFrame<Answer>(
    _ sequence: UInt32?,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let sequence else { return try withNewestFrame(body) }
    guard let held = [newest, previous].first(where: { $0?.frame.sequence == sequence }) ?? nil
    else { return nil }
    let isSpoiled = spoiledCount > 0
    if isSpoiled {
      spoiledCount -= 1
      counts.undecodable += 1
    }
    return try withPicture(of: held) { (bytes, layout) throws(Failure) in
      let count = isSpoiled ? bytes.count / 2 : bytes.count
      return try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]), layout)
    }
  }

  /// Lends the newest picture; nil where none is held.
  func withNewestFrame<Answer>(
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let newest else { return nil }
    return try withPicture(of: newest, body)
  }

  /// Lends what `exposure` shows, whether or not it is held still.
  package func withPicture<Answer>(
    of exposure: Exposure,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try pictures.withPicture(at: exposure.seen, body)
  }

  /// Frames per second as it runs.
  private var rate: Int {
    openPower == .saving ? min(framesPerSecond, VirtualCamera.powerSaveRate) : framesPerSecond
  }

  private mutating func expose(at stamp: Instant) {
    guard !isSilent, !isHung else { return }
    defer { nextSequence += 1 }
    guard missing == 0, filled.count < freeBufferCount else {
      missing = max(0, missing - 1)
      counts.lost += 1
      return
    }
    let seen = stillSince.map { min($0, stamp) } ?? stamp
    let byteCount = pictures.byteCount(at: seen)
    let frame = Frame(sequence: nextSequence, byteCount: byteCount, stamped: stamp)
    if exposures.count == VirtualCamera.mostExposures { exposures.removeFirst() }
    exposures.append(Exposure(frame: frame, seen: seen))
    filled.append(Exposure(frame: frame, seen: seen))
  }

  /// Buffers that wait for pictures, or have one that nobody has taken.
  private var freeBufferCount: Int {
    VirtualCamera.bufferCount - (newest == nil ? 0 : 1) - (previous == nil ? 0 : 1)
  }
}
