import Board
import Core

/// Who listens is part of the surroundings.
extension VirtualDeviceSet where Around: ~Copyable {
  package var terminal: SessionID? { around.terminal }

  package mutating func send(_ reply: Reply, to session: SessionID) {
    around.send(reply, to: session)
  }

  package mutating func answered(_ session: SessionID) { around.answered(session) }

  package mutating func notify(_ notice: Notice) { around.notify(notice) }

  package mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    around.log(level, speaker, phrase)
  }

  /// What a console hears of the imitated camera, which has no driver that could be set to anything.
  package mutating func answer(
    _ request: CameraRequest, _ news: inout News
  ) throws(Failure) -> Reply {
    switch request {
    case .controls(json: true): return Reply(.object([("controls", .array([]))]))
    case .list(json: true):
      let camera = JSON.object([("path", .string(VirtualCamera.path))])
      return Reply(.object([("cameras", .array([camera]))]))
    case .list(json: false): return Reply(.cameraOnly("The simulated camera"))
    case .use:
      // There is no other.
      news.add(.camera(.stays))
      return Reply(.cameraOnly("The simulated camera"))
    case .controls(json: false), .set:
      return Reply(.controlsNone("the simulated camera"))
    }
  }
}

extension Phrase {
  static func cameraOnly(_ camera: String) -> Phrase {
    Phrase("camera.only", "{1} is the only camera.", camera)
  }
}
