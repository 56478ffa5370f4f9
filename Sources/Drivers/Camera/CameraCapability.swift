import CVideo
import Core

/// What a video node says of itself (`VIDIOC_QUERYCAP`), and whether we can use it.
struct CameraCapability: Hashable, Sendable {
  let driver: String
  let card: String
  /// Where it is connected, in the driver's words.
  var bus = ""
  /// `device_caps` where the driver fills it, else `capabilities`.
  let flags: UInt32

  /// Why the node at `path` is not a camera for us, in the sentence that names the fix; nil if it is.
  func refusal(at path: String) -> Phrase? {
    refusalKey.map { Phrase($0, path, name) }
  }

  /// The card, with the driver where the card does not already say it.
  var name: String { card.contains(driver) ? card : "\(card), driver \(driver)" }

  /// Drivers first: a raw sensor's node claims to capture YUYV and fails when it is to stream.
  private var refusalKey: Phrase.Key? {
    switch driver {
    case "unicam", "rp1-cfe": return .cameraRawSensor
    case "bcm2835-isp", "pispbe": return .cameraImageProcessor
    case "bcm2835-codec", "rpivid", "rpi-hevc-dec": return .cameraCodec
    default: return refusalKeyByFlags
    }
  }

  private var refusalKeyByFlags: Phrase.Key? {
    if has(V4L2_CAP_VIDEO_M2M) || has(V4L2_CAP_VIDEO_M2M_MPLANE) { return .cameraCodec }
    if has(V4L2_CAP_IO_MC) { return .cameraRawSensor }
    if has(V4L2_CAP_VIDEO_CAPTURE) {
      return has(V4L2_CAP_STREAMING) ? nil : .cameraNotStreaming
    }
    if has(V4L2_CAP_VIDEO_CAPTURE_MPLANE) { return .cameraMultiPlanar }
    if has(V4L2_CAP_META_CAPTURE) { return .cameraMetadata }
    return .cameraNotCapturing
  }

  private func has(_ flag: Int32) -> Bool { flags & UInt32(bitPattern: flag) != 0 }
}

extension CameraCapability {
  /// The kernel's answer.
  init(_ answer: v4l2_capability) {
    driver = text(of: answer.driver)
    card = text(of: answer.card)
    bus = text(of: answer.bus_info)
    let isPerNode = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
    flags = isPerNode ? answer.device_caps : answer.capabilities
  }
}
