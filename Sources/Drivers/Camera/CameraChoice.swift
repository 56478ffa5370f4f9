import Core

/// Format, size and rate that the camera is asked for.
struct CameraChoice: Hashable, Sendable {
  /// A picture slower than this is chosen only where there is no faster one.
  private static let leastRate = 24.0
  /// A faster camera than this costs power and shows nothing more.
  private static let usualRate = 30.0

  let format: FourCC
  let width: Int
  let height: Int
  /// Nil leaves the driver's own.
  let interval: FrameInterval?

  /// The best of `offers` for `settings`, nil if there are none.
  ///
  /// Fast enough comes before the order of formats (JPEG, YUYV, NV12, YU12, then what needs
  /// conversion, in the camera's order), and that before size. Where no offer has the size asked
  /// for, the size is asked for all the same, and the driver takes its nearest. Where none is asked for
  /// the buffers must fit into the board's memory: see `CameraOffer.isAffordable`.
  ///
  /// - Parameter memory: bytes that the board has in all.
  init?(_ settings: CameraSettings, among offers: [CameraOffer], memory: Int) {
    let offers = settings.width == nil ? offers.affordable(with: memory) : offers
    if settings.power == .saving {
      guard let choice = CameraChoice.savingPower(settings, among: offers) else { return nil }
      self = choice
      return
    }
    let rate = settings.framesPerSecond ?? CameraChoice.leastRate
    let fitting = offers.filter { $0.fits(settings) }
    let candidates = fitting.isEmpty ? offers : fitting
    let fast = candidates.filter { $0.reaches(rate) }
    guard let best = CameraChoice.best(of: fast.isEmpty ? candidates : fast) else { return nil }
    format = best.format
    width = settings.width ?? best.width
    height = settings.height ?? best.height
    let wanted = settings.framesPerSecond ?? CameraChoice.usualRate
    interval =
      best.rates.nearest(to: wanted) ?? settings.framesPerSecond.flatMap(FrameInterval.init(rate:))
  }

  /// `offer` at the rate of its that is nearest to `rate`.
  init(_ offer: CameraOffer, near rate: Double) {
    (format, width, height) = (offer.format, offer.width, offer.height)
    interval = offer.rates.nearest(to: rate)
  }

  static func best(of offers: [CameraOffer]) -> CameraOffer? {
    let first = offers.map { rank(of: $0.format) }.min()
    let sameRank = offers.filter { rank(of: $0.format) == first }
    let format = sameRank.first?.format
    return sameRank.filter { $0.format == format }.max {
      $0.width * $0.height < $1.width * $1.height
    }
  }

  private static func rank(of format: FourCC) -> Int {
    switch format.pixelFormat {
    case .mjpeg: 0
    case .yuyv: 1
    case .nv12: 2
    case .yu12: 3
    case nil: 4
    }
  }
}

extension CameraChoice {
  /// The largest picture of a camera that saves power.
  fileprivate static let powerSaveSize = (width: 1280, height: 720)
  /// Frames a second of a camera that saves power.
  static let powerSaveRate = 15.0

  /// The best of `offers` for a camera that is to take little power; nil if there are none.
  ///
  /// The largest that is no larger than 1280×720, or than what is configured, and comes often enough, at
  /// the rate nearest to 15 a second; where there is none the largest at 24 a second or more, and then the
  /// largest at any rate. The order of formats is that of every choice.
  static func savingPower(_ settings: CameraSettings, among offers: [CameraOffer]) -> CameraChoice?
  {
    let rate = min(settings.framesPerSecond ?? powerSaveRate, powerSaveRate)
    let small = offers.filter { $0.fitsPowerSave(by: settings) && $0.reaches(rate) }
    if let best = best(of: small) { return CameraChoice(best, near: rate) }
    let fast = offers.filter { $0.reaches(leastRate) }
    if let best = best(of: fast) { return CameraChoice(best, near: leastRate) }
    return best(of: offers).map { CameraChoice($0, near: rate) }
  }
}

extension CameraOffer {
  /// A camera's buffers may take one of so many parts of the board's memory.
  private static let memoryShare = 16

  /// Whether the fewest buffers of this size fit into a sixteenth of `memory`, the bytes that the board has.
  ///
  /// Most drivers make a buffer of two bytes a pixel, for JPEG too, and no camera gets fewer than three: 1920×1080
  /// takes 12 MB and needs a board with 200 MB, 3840×2160 takes 50 MB and needs 800 MB.
  func isAffordable(with memory: Int) -> Bool {
    let byteCount = 2 * Double(width) * Double(height) * Double(CameraBuffers.leastCount)
    return byteCount <= Double(memory / Self.memoryShare)
  }

  fileprivate func fitsPowerSave(by settings: CameraSettings) -> Bool {
    let most = CameraChoice.powerSaveSize
    return width <= min(settings.width ?? most.width, most.width)
      && height <= min(settings.height ?? most.height, most.height)
  }
}

extension [CameraOffer] {
  /// Those whose buffers fit into `memory`; where none does, the smallest.
  fileprivate func affordable(with memory: Int) -> [CameraOffer] {
    let affordable = filter { $0.isAffordable(with: memory) }
    if !affordable.isEmpty { return affordable }
    return self.min { $0.width * $0.height < $1.width * $1.height }.map { [$0] } ?? []
  }
}

extension CameraSettings {
  /// The formats of those that the camera lists that come into question.
  ///
  /// - Parameter canConvert: whether libv4lconvert makes YU12 of a format that we don't read.
  func formats(
    among listed: [FourCC], at path: String, canConvert: (FourCC) -> Bool
  ) throws(Failure) -> [FourCC] {
    let named = try namedFormats(among: listed, at: path)
    let readable = named.filter { $0.pixelFormat != nil }
    if !readable.isEmpty { return readable }
    let convertible = named.filter(canConvert)
    if convertible.isEmpty {
      throw Failure(.camera, .cameraFormatUnusable(path, text(named), text(listed)))
    }
    return convertible
  }

  private func namedFormats(
    among listed: [FourCC], at path: String
  ) throws(Failure) -> [FourCC] {
    guard let format else { return listed }
    let named = listed.filter { $0 == FourCC(format) }
    if named.isEmpty {
      throw Failure(.camera, .cameraFormatNotOffered(path, format, text(listed)))
    }
    return named
  }

  /// A sentence is to be read: no more names than this stand in it.
  private static let shownCount = 12

  private func text(_ formats: [FourCC]) -> String {
    let shown = formats.prefix(Self.shownCount).map(\.text).joined(separator: ", ")
    let hiddenCount = formats.count - Self.shownCount
    if formats.isEmpty { return "nothing" }
    return hiddenCount > 0 ? "\(shown) and \(hiddenCount) more" : shown
  }
}

extension Phrase {
  static func cameraFormatNotOffered(
    _ path: String, _ format: String, _ offered: String
  ) -> Phrase {
    Phrase(
      "camera.format.not-offered",
      """
      \(path) does not offer the format \(format); set format in [camera] to one that it offers, or leave it \
      out: \(offered).
      """)
  }

  static func cameraFormatUnusable(_ path: String, _ format: String, _ others: String) -> Phrase {
    Phrase(
      "camera.format.unusable",
      """
      \(path) would deliver \(format), which cannot be read or converted; set format in [camera] to another one \
      that it offers, or use another camera: \(others).
      """)
  }
}
