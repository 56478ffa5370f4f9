import CVideo
import Core
import Glibc
import System

/// A V4L2 camera that is streaming into buffers shared with the kernel.
///
/// It holds the newest valid frame, and the one before it until that is let go; everything else goes
/// back to the kernel at once. Letting the value go is the pause: the stream stops, the memory and the
/// device are free. Open, ioctl and mmap are libc's own, so that `libcamerify` can stand in between.
package struct Camera: ~Copyable {
  /// How it is running.
  package let mode: CameraMode

  let stream: CameraStream
  private let converter: FrameConverter?
  private let startedAt = Clock.now
  private let layout: FrameLayout
  private var intake: FrameIntake

  /// Opens a camera, sets it up and starts its stream; nothing stays open if that fails.
  ///
  /// It blocks as long as the driver does, for a USB camera some tenths of a second. The failure
  /// names the device and what to do: another program that has it, a wrong node, a format that is
  /// not there.
  package init(_ settings: CameraSettings) throws(Failure) {
    let device = try CameraDevice.open(settings)
    let setup = try device.setUp(settings)
    var mode = device.mode(setup)
    mode.mounting = settings.mounting
    let converter = setup.format.pixelFormat == nil ? FrameConverter(from: setup.source) : nil
    let stream = try CameraStream.start(
      try CameraBuffers.allocate(on: device, of: Int(setup.source.sizeimage)))
    self.init(mode, setup, converter, stream, settling: settings.skippedFrameCount)
  }

  private init(
    _ mode: CameraMode, _ setup: CameraSetup, _ converter: consuming FrameConverter?,
    _ stream: consuming CameraStream, settling framesToSettle: Int
  ) {
    self.mode = mode
    self.layout = setup.layout
    self.converter = converter
    self.stream = stream
    self.intake = FrameIntake(setup.check, settling: framesToSettle)
  }

  /// The number to wait on, readable when a frame is there: lent, valid as long as this value.
  package var descriptor: Int32 { stream.buffers.device.number }

  /// The node of it once more, which may be asked and set by somebody else meanwhile.
  func sharedDevice() throws(Failure) -> CameraDevice {
    do throws(SystemError) {
      return try CameraDevice(sharing: stream.buffers.device)
    } catch {
      throw Failure(error, ofCameraAt: mode.path)
    }
  }

  /// What became of the frames so far.
  package var counts: FrameCounts { intake.counts }

  /// The newest held frame.
  package var newest: Frame? { intake.held.newest?.frame }

  /// The held frame before the newest.
  package var previous: Frame? { intake.held.previous?.frame }

  /// Takes the oldest buffer that the kernel has ready, and holds its frame if that is valid.
  ///
  /// To be called when `descriptor` is readable or reports an error; it never blocks. It costs one
  /// dequeue, and one queue there or in `releasePrevious`. After a stall further frames wait, which shows
  /// by `descriptor` being readable still: each is worth looking at, because the press that asks for it
  /// may have waited too. The kernel keeps the oldest frames and drops the newest.
  ///
  /// - Parameter now: the present, for a caller who has just read the clock; no stamp is after it.
  /// - Returns: the frame, if it is held now.
  package mutating func advance(at now: Instant = Clock.now) throws(Failure) -> Frame? {
    guard let buffer = try dequeue() else { return nil }
    let bytes = stream.buffers.bytes(buffer.byteCount, of: buffer.index)
    let outcome = intake.take(buffer, bytes, at: now)
    if let released = outcome.released { try stream.queue(released) }
    return outcome.frame
  }

  /// Takes the oldest buffer as `advance` does, and says what came of it; nil if the kernel has none ready, or one
  /// that is not told of.
  mutating func takeEvent(at now: Instant) throws(Failure) -> Event.Camera? {
    let damaged = counts.damaged
    if let frame = try advance(at: now) { return .frame(frame, previous: previous) }
    return counts.damaged == damaged ? nil : .frameDamaged
  }

  /// Lets the frame before the newest go: while nobody takes frames, the driver has one buffer more to
  /// put them in.
  package mutating func releasePrevious() throws(Failure) {
    if let released = intake.release() { try stream.queue(released) }
  }

  /// Lends the bytes of the held frame numbered `sequence` to `body`, in the layout given with them.
  ///
  /// They are the camera's own bytes in the driver's memory, or, if the format is not one of ours,
  /// their conversion to YU12, made for this call. They must not leave `body`.
  ///
  /// - Returns: what `body` returns; nil if that frame is not held any more.
  package borrowing func withFrame<Result>(
    _ sequence: UInt32,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let entry = intake.held.entry(sequence) else { return nil }
    let bytes = stream.buffers.bytes(entry.frame.byteCount, of: entry.buffer)
    return try body(try readable(bytes), layout)
  }

  /// So long after its start a camera may show nothing yet: some begin with a second of black or green.
  private static let startingTime: Duration = .seconds(3)

  /// Whether the held frame numbered `sequence` is of the camera's first seconds.
  package func isEarly(_ sequence: UInt32) -> Bool {
    guard let entry = intake.held.entry(sequence) else { return false }
    return entry.frame.stamped < startedAt + Camera.startingTime
  }

  /// Counts a held frame that turned out to be no picture.
  package mutating func noteUndecodable() { intake.noteUndecodable() }

  private mutating func dequeue() throws(Failure) -> DeliveredBuffer? {
    switch try stream.dequeue() {
    case .buffer(let buffer):
      return buffer
    case .nothing:
      return nil
    case .inputOutputError(let error):
      guard intake.toleratesError() else {
        throw Failure(
          .camera,
          Phrase(
            "camera.input-output",
            "\(mode.path) goes on reporting input/output errors; check its cable, and connect it again."
          ), cause: error)
      }
      return nil
    }
  }

  /// The bytes in a format of ours.
  private borrowing func readable(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Failure) -> UnsafeRawBufferPointer {
    switch converter {
    case nil:
      return bytes
    case .some(let converter):
      if let converted = converter.convert(bytes) { return converted }
      let phrase = Phrase(
        "camera.not-converted",
        """
        \(mode.path) sent a \(mode.format) picture that cannot be converted (\(converter.refusal)); set \
        another format in [camera].
        """)
      throw Failure(.camera, phrase)
    }
  }
}

extension CameraEntry {
  /// By what it is known again.
  package var identity: CameraIdentity {
    CameraIdentity(card: card, bus: bus, identifiers: identifiers)
  }
}

extension [CameraEntry] {
  /// The node of the camera `identity`: the one with one of its names or, where it has no names, the one of
  /// its kind at its place; nil while it is not there.
  func path(of identity: CameraIdentity) -> String? {
    first { entry in
      if identity.identifiers.isEmpty {
        return entry.card == identity.card && entry.bus == identity.bus
      }
      return entry.identifiers.contains { identity.identifiers.contains($0) }
    }?.path
  }
}
