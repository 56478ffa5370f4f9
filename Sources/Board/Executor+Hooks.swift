import Core
import Imaging

/// Programs that hear of pieces, or look at them or at what the camera sees.
extension Executor where Devices: ~Copyable {
  /// The program of `task` hears of its piece, or of the newest frame, as that is now.
  mutating func runHook(_ task: HookTask) {
    do throws(Failure) {
      let call = try hookCall(for: task)
      devices.runHook(.success(call), &news)
    } catch {
      devices.runHook(.failure(error), &news)
    }
  }

  private mutating func hookCall(for task: HookTask) throws(Failure) -> HookCall? {
    guard case .frame(_, let orientation) = task else {
      return try store.opened().hookCall(for: task)
    }
    return try frameCall(for: task, seen: orientation)
  }

  /// The newest frame as a program hears of it.
  private mutating func frameCall(
    for task: HookTask, seen orientation: Orientation?
  ) throws(Failure) -> HookCall {
    let jpeg = try devices.withFrame(nil) { frame throws(Failure) -> [UInt8]? in
      try? SmallPicture.jpeg(of: frame.bytes, frame.layout)
    }
    guard let jpeg = jpeg ?? nil else { throw Failure(.camera, .frameGone) }
    let json = JSON.object([
      ("kind", .string("frame")), ("orientation", .optional(orientation?.json)),
    ])
    return HookCall(task, frame: jpeg, json: json.text)
  }
}
