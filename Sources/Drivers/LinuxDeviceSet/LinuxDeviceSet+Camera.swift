import Board
import Core
import System

/// Opening and closing the camera, which the helper does, and the frames that it lends.
extension LinuxDeviceSet {
  /// Begins to open the configured camera, or the one that a console wished for; what comes of it is news.
  ///
  /// The failure is that the helper still waits for a camera that hangs.
  mutating func openCamera() throws(Failure) {
    guard plan.camera != nil else { return }
    let now = Clock.now
    if let delay = cameraDelay(at: now), delay.time >= CameraDelay.patience {
      throw .silentCamera(delay)
    }
    let opening = CameraOpening(census.settings)
    cameraOpening = opening
    cameraHelper.add(.opening(opening), at: now)
  }

  /// Lets the camera go, and forgets one that is being opened.
  mutating func closeCamera() {
    // What was found of it is not found of the next.
    cameraReadiness = nil
    if let cameraOpening { cameraHelper.abandon(cameraOpening) }
    cameraOpening = nil
    guard let camera = camera.take() else { return }
    // First: asking a camera whether it is readable may wait for its stream to end.
    forget(camera.descriptor)
    cameraHelper.add(.closing(CameraClosing(camera)), at: Clock.now)
  }

  /// What is known here for a question about cameras.
  var census: CameraCensus {
    CameraCensus(
      configured: plan.camera, wishes: cameraWishes, power: cameraPower, modeInUse: modeInUse)
  }

  /// How the open camera runs.
  var modeInUse: CameraMode? {
    switch camera {
    case .some(let camera): camera.mode
    case .none: nil
    }
  }

  /// What takes its time at a camera, if anything does.
  func cameraDelay(at now: Instant) -> CameraDelay? {
    cameraHelper.delay(at: now).map { $0.task.delay($0.time) }
  }

  package mutating func run(at power: CameraPower) { cameraPower = power }

  package mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    do throws(Failure) {
      return try Self.lend(camera, sequence, plan.quality, body)
    } catch {
      if error.kind == .unusableFrame { camera?.noteUndecodable() }
      throw error
    }
  }

  private static func lend<Answer>(
    _ camera: borrowing Camera?, _ sequence: UInt32?, _ quality: Int,
    _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    switch camera {
    case .some(let camera):
      guard let sequence = sequence ?? camera.newest?.sequence else { return nil }
      let (format, isEarly) = (camera.mode.format, camera.isEarly(sequence))
      return try camera.withFrame(sequence) { (bytes, layout) throws(Failure) in
        try body(LentFrame(bytes, layout, format: format, quality: quality, isEarly: isEarly))
      }
    case .none: return nil
    }
  }
}
