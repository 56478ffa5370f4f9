import CVideo
import Core

/// Answer of a video node to `VIDIOC_QUERYCAP`, and whether we can use the node.
struct CameraCapability: Hashable, Sendable {
  let driver: String
  let card: String
  /// Bus and port, in the driver's words.
  var bus = ""
  /// `device_caps` where the driver fills it, else `capabilities`.
  let flags: UInt32

  /// Why the node at `path` is not a camera for us, in the sentence that names the fix; nil if it is.
  ///
  /// Drivers come first: a raw sensor's node claims to capture YUYV and fails when it is to stream.
  func refusal(at path: String) -> Failure? {
    switch driver {
    case "unicam", "rp1-cfe": rawSensor(path)
    case "bcm2835-isp", "pispbe":
      Failure(
        .camera,
        Phrase(
          "camera.image-processor",
          """
          \(path) (\(name)) processes pictures and takes none; use a USB camera, or start exhibit under \
          libcamerify.
          """))
    case "bcm2835-codec", "rpivid", "rpi-hevc-dec": Failure(.camera, .cameraCodec(path, name))
    default: refusalByFlags(at: path)
    }
  }

  /// The card, with the driver where the card does not already say it.
  var name: String { card.holds(driver) ? card : "\(card), driver \(driver)" }

  private func refusalByFlags(at path: String) -> Failure? {
    if has(V4L2_CAP_VIDEO_M2M) || has(V4L2_CAP_VIDEO_M2M_MPLANE) {
      return Failure(.camera, .cameraCodec(path, name))
    }
    if has(V4L2_CAP_IO_MC) { return rawSensor(path) }
    if has(V4L2_CAP_VIDEO_CAPTURE) {
      return has(V4L2_CAP_STREAMING)
        ? nil
        : Failure(
          .camera,
          Phrase(
            "camera.not-streaming",
            "\(path) (\(name)) cannot stream into memory; use another camera."))
    }
    if has(V4L2_CAP_VIDEO_CAPTURE_MPLANE) {
      return Failure(
        .camera,
        Phrase(
          "camera.multi-planar",
          """
          \(path) (\(name)) delivers pictures in several planes only; use a USB camera, or start exhibit under \
          libcamerify.
          """))
    }
    if has(V4L2_CAP_META_CAPTURE) {
      return Failure(
        .camera,
        Phrase(
          "camera.metadata",
          """
          \(path) (\(name)) carries only data about pictures; set device in [camera] to the camera's other node, \
          for most the one before it.
          """))
    }
    return Failure(
      .camera,
      Phrase(
        "camera.not-capturing",
        "\(path) (\(name)) does not capture video; set device in [camera] to a camera."))
  }

  private func rawSensor(_ path: String) -> Failure {
    Failure(
      .camera,
      Phrase(
        "camera.raw-sensor",
        """
        \(path) (\(name)) delivers a sensor's raw data, not pictures; use a USB camera, or start exhibit under \
        libcamerify.
        """), kind: .rawSensor)
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

extension Phrase {
  static func cameraCodec(_ path: String, _ driver: String) -> Phrase {
    Phrase(
      "camera.codec",
      "\(path) (\(driver)) is a video codec, not a camera; set device in [camera] to a USB camera.")
  }

}
