import Core

extension VirtualBoard {
  /// What a console hears of the imitated camera, which has no driver that could be set to anything.
  public func answer(to request: CameraRequest) -> String {
    switch request {
    case .controls(json: true): JSON.object([("controls", .array([]))]).text
    case .list(json: true):
      JSON.object([("cameras", .array([.object([("path", .string(VirtualCamera.path))])]))]).text
    case .list(json: false), .use: Phrase(.cameraOnly, "The simulated camera").english
    case .controls(json: false), .set: Phrase(.controlsNone, "the simulated camera").english
    }
  }
}
