import CVideo
import Core
import System

extension CameraDevice {
  /// No list that a driver enumerates is read further than this.
  static let listLimit: UInt32 = 256

  /// The formats that the camera lists; where it lists none, the one that it is set to.
  borrowing func formats() -> [FourCC] {
    var formats: [FourCC] = []
    for index in 0..<CameraDevice.listLimit {
      var description = v4l2_fmtdesc()
      description.index = index
      description.type = captureQueue
      guard answers(.enumerateFormats, &description) else { break }
      formats.append(FourCC(code: description.pixelformat))
    }
    return formats.isEmpty ? current().map { [$0.format] } ?? [] : formats
  }

  /// The sizes of `formats` with their rates.
  borrowing func offers(of formats: [FourCC], for settings: CameraSettings) -> [CameraOffer] {
    var offers: [CameraOffer] = []
    for format in formats { offers += sizes(of: format, for: settings) }
    return offers
  }

  /// The range of sizes, where the camera scales; nil where it has a list of sizes or says nothing.
  borrowing func sizeRange(of format: FourCC) -> SizeRange? {
    var size = v4l2_frmsizeenum()
    size.pixel_format = format.code
    guard answers(.enumerateSizes, &size), size.type != V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
      return nil
    }
    return SizeRange(size.stepwise)
  }

  private borrowing func current() -> CameraOffer? {
    var format = v4l2_format()
    format.type = captureQueue
    guard answers(.currentFormat, &format) else { return nil }
    let pixels = format.fmt.pix
    return offer(FourCC(code: pixels.pixelformat), Int(pixels.width), Int(pixels.height))
  }

  private borrowing func sizes(of format: FourCC, for settings: CameraSettings) -> [CameraOffer] {
    var offers: [CameraOffer] = []
    for index in 0..<CameraDevice.listLimit {
      var size = v4l2_frmsizeenum()
      size.index = index
      size.pixel_format = format.code
      guard answers(.enumerateSizes, &size) else { break }
      if size.type != V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        return sizes(of: format, within: SizeRange(size.stepwise), for: settings)
      }
      offers.append(offer(format, Int(size.discrete.width), Int(size.discrete.height)))
    }
    return offers.isEmpty ? largestSize(of: format) : offers
  }

  private borrowing func sizes(
    of format: FourCC, within range: SizeRange, for settings: CameraSettings
  ) -> [CameraOffer] {
    var offers: [CameraOffer] = []
    for (width, height) in range.candidates(for: settings) {
      offers.append(offer(format, width, height))
    }
    return offers
  }

  /// For a driver that lists no sizes: what it makes of a size beyond every camera's.
  private borrowing func largestSize(of format: FourCC) -> [CameraOffer] {
    var attempt = v4l2_format()
    attempt.type = captureQueue
    attempt.fmt.pix.pixelformat = format.code
    attempt.fmt.pix.width = 16384
    attempt.fmt.pix.height = 16384
    guard answers(.tryFormat, &attempt), attempt.fmt.pix.pixelformat == format.code else {
      return current().map { [$0] }?.filter { $0.format == format } ?? []
    }
    return [offer(format, Int(attempt.fmt.pix.width), Int(attempt.fmt.pix.height))]
  }

  private borrowing func offer(_ format: FourCC, _ width: Int, _ height: Int) -> CameraOffer {
    CameraOffer(
      format: format, width: width, height: height, rates: rates(format, width, height))
  }

  private borrowing func rates(_ format: FourCC, _ width: Int, _ height: Int) -> FrameRates {
    var intervals: [FrameInterval] = []
    for index in 0..<CameraDevice.listLimit {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format.code
      entry.width = UInt32(width)
      entry.height = UInt32(height)
      guard answers(.enumerateIntervals, &entry) else { break }
      if entry.type != V4L2_FRMIVAL_TYPE_DISCRETE.rawValue { return FrameRates(entry.stepwise) }
      if let interval = FrameInterval(entry.discrete) { intervals.append(interval) }
    }
    return intervals.isEmpty ? .unknown : .discrete(intervals)
  }
}

extension FrameInterval {
  /// The kernel's fraction.
  init?(_ fraction: v4l2_fract) {
    self.init(numerator: fraction.numerator, denominator: fraction.denominator)
  }
}

extension FrameRates {
  /// The kernel's range of intervals.
  init(_ range: v4l2_frmival_stepwise) {
    guard let shortest = FrameInterval(range.min), let longest = FrameInterval(range.max) else {
      self = .unknown
      return
    }
    self = .range(shortest: shortest, longest: longest)
  }
}
