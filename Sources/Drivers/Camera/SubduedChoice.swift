import Core

extension CameraChoice {
  /// The largest picture of a subdued camera.
  static let subduedSize = (width: 1280, height: 720)
  /// How often it comes.
  static let subduedRate = 15.0

  /// The best of `offers` for a camera that is to take little power; nil if there are none.
  ///
  /// The largest that is no larger than 1280×720, or than what is configured, and comes often enough, at
  /// the rate nearest to 15 a second; where there is none the largest at 24 a second or more, and then the
  /// largest at any rate. The order of formats is that of every choice.
  static func subdued(_ settings: CameraSettings, among offers: [CameraOffer]) -> CameraChoice? {
    let rate = min(settings.framesPerSecond ?? subduedRate, subduedRate)
    let small = offers.filter { $0.isSubdued(by: settings) && $0.reaches(rate) }
    if let best = best(of: small) { return CameraChoice(best, near: rate) }
    let fast = offers.filter { $0.reaches(leastRate) }
    if let best = best(of: fast) { return CameraChoice(best, near: leastRate) }
    return best(of: offers).map { CameraChoice($0, near: rate) }
  }
}

extension CameraOffer {
  fileprivate func isSubdued(by settings: CameraSettings) -> Bool {
    let most = CameraChoice.subduedSize
    return width <= min(settings.width ?? most.width, most.width)
      && height <= min(settings.height ?? most.height, most.height)
  }
}
