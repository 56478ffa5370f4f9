import Board
import CFakeVideo
import Core
import Drivers
import System

/// How soon the light answers a press while the camera hangs, in a call of its driver that the helper makes; against
/// the same with a camera that delivers.
///
/// Every second press cancels what the one before has begun.
enum PressBenchmark {
  private static let pressCount = 6
  private static let pressPeriod = Duration.seconds(1)
  /// Where a camera hangs that has fallen silent: while it is closed, and while it is opened again.
  private static let calls = [FAKE_STREAMOFF, FAKE_OPEN]
  /// What a person takes for at once.
  private static let mostMilliseconds = 100.0

  /// A camera that falls silent is given up after 2 s; the presses come when it hangs.
  private static let silence = Duration.seconds(3)

  /// The end of what is measured.
  private struct Ended: Error {}
  /// Nothing to measure, and why.
  private struct NotMeasured: Error { let reason: String }

  /// Measures with a camera that delivers, and with one that hangs in each of the calls.
  static func run() throws -> [Metric] {
    let healthy = try answers(hangingIn: nil)
    let hanging = try calls.flatMap { try answers(hangingIn: $0) }
    let (ours, theirs) = (median(hanging), median(healthy))
    let worst = hanging.reduce(0, max)
    return [
      Metric(
        name: "light's answer to a press while the camera hangs", ours: "\(hundredths(ours)) ms",
        theirs: "while it delivers \(hundredths(theirs)) ms", ratio: ours / theirs, target: 2),
      Metric(
        name: "light's answer to a press while the camera hangs, the slowest",
        ours: "\(hundredths(worst)) ms", theirs: "the limit \(hundredths(mostMilliseconds)) ms",
        ratio: worst / mostMilliseconds, target: 1),
    ]
  }

  /// From each press to the light's answer, in milliseconds.
  static func answers(hangingIn call: fake_call?) throws -> [Double] {
    // Each has a camera of its own: that of the measurement before may still be there.
    let camera = try camera(at: "/dev/fake/video-\(Clock.now.nanoseconds)")
    defer { if let call { fake_video_release(camera.device, call) } }
    let place = try SampleStore(in: Place.memory)
    var board = Executor(
      PressedDevices(try devices(of: camera.path), camera.device),
      BoardStore(place.setup))
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .store]
    settings.motion = .off
    var machine = Machine(settings)
    var isPressing = false
    do throws(Ended) {
      try Core.run(&machine, in: &board) { _, machine, board throws(Ended) in
        if board.devices.answers.count == pressCount { throw Ended() }
        guard !isPressing, machine.situation == .ready else { return }
        begin(call, camera.device, &board.devices)
        isPressing = true
      }
    } catch {}
    let answers = board.devices.answers.map { $0.inSeconds * 1000 }
    guard wasMade(call, camera.device) else {
      throw NotMeasured(reason: "\(call.map(name) ?? "") was not called while it was to hang")
    }
    guard answers.count == pressCount else {
      let place = call.map { "while \(name(of: $0)) hung" } ?? "while the camera delivered"
      throw NotMeasured(reason: "\(answers.count) of \(pressCount) presses were answered \(place)")
    }
    return answers
  }

  /// Has the presses come, and the camera hang in `call` before.
  private static func begin(
    _ call: fake_call?, _ camera: OpaquePointer, _ devices: inout PressedDevices
  ) {
    if let call {
      fake_video_hang(camera, call)
      devices.silenceCamera()
    }
    devices.press(pressCount, every: pressPeriod, after: call == nil ? .zero : silence)
  }

  /// Whether `call` was made while it was to hang; the camera was opened once before.
  private static func wasMade(_ call: fake_call?, _ camera: OpaquePointer) -> Bool {
    guard let call else { return true }
    return fake_video_count(camera, call) > (call == FAKE_OPEN ? 1 : 0)
  }

  private static func name(of call: fake_call) -> String {
    call == FAKE_OPEN ? "open" : "VIDIOC_STREAMOFF"
  }

  /// A camera in memory, which stays as long as the program: the helper may still be in a call of it.
  private static func camera(at path: String) throws -> (path: String, device: OpaquePointer) {
    guard let device = fake_video_create(path) else {
      throw NotMeasured(reason: "no camera at \(path)")
    }
    let yuyv: UInt32 = 0x5659_5559  // V4L2_PIX_FMT_YUYV
    fake_video_offer(device, yuyv, 640, 480, 1, 30)
    return (path, device)
  }

  private static func devices(of camera: String) throws -> LinuxDeviceSet {
    var plan = BoardPlan()
    plan.camera = CameraSettings()
    plan.camera?.device = camera
    return try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
  }
}
