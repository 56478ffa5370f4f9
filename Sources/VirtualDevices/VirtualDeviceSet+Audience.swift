import Board
import Core

/// Who listens is part of the surroundings.
extension VirtualDeviceSet where Around: ~Copyable {
  package var terminal: SessionID? { around.terminal }

  package mutating func send(_ text: String, to session: SessionID) {
    around.send(text, to: session)
  }

  package mutating func answered(_ session: SessionID) { around.answered(session) }

  package mutating func notify(_ notice: Notice) { around.notify(notice) }

  package mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    around.log(level, speaker, phrase)
  }

  /// What a console hears of the imitated camera, which has no driver that could be set to anything.
  package mutating func answer(
    _ request: CameraRequest, _ news: inout News
  ) throws(Failure) -> String {
    switch request {
    case .controls(json: true): return JSON.object([("controls", .array([]))]).text
    case .list(json: true):
      let camera = JSON.object([("path", .string(VirtualCamera.path))])
      return JSON.object([("cameras", .array([camera]))]).text
    case .list(json: false): return Phrase.cameraOnly("The simulated camera").english
    case .use:
      // There is no other.
      news.add(.camera(.stays))
      return Phrase.cameraOnly("The simulated camera").english
    case .controls(json: false), .set:
      return Phrase.controlsNone("the simulated camera").english
    }
  }
}

extension Phrase {
  static func cameraOnly(_ camera: String) -> Phrase {
    Phrase("camera.only", "{1} is the only camera.", camera)
  }
}
