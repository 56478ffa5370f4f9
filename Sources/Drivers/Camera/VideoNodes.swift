import Core
import Glibc

/// The video nodes of this machine, and which of them is meant.
enum VideoNodes {
  /// More nodes than this are not looked at: a Raspberry Pi has about 20.
  static let limit = 64

  /// All `/dev/video` nodes, in the order of their numbers.
  static var paths: [String] {
    let numbers = fileNames(in: "/dev").compactMap { name in
      name.hasPrefix("video") ? UInt(name.dropFirst(5)) : nil
    }
    return numbers.sorted().prefix(limit).map { "/dev/video\($0)" }
  }

  /// All nodes for a sentence, with what udev calls them.
  static var list: String {
    (paths + fileNames(in: byIdentifier).sorted()).joined(separator: ", ")
  }

  /// The path that a configured device stands for.
  static func path(of device: String) -> String {
    if device.contains("/") { return device }
    if let number = UInt(device) { return "/dev/video\(number)" }
    return "\(byIdentifier)/\(device)"
  }

  /// The sentence for a camera that is not there.
  static func missing(_ path: String) -> Phrase {
    let others = list
    return others.isEmpty
      ? Phrase.cameraMissing(path) : Phrase.cameraMissingAmong(path, others)
  }

  /// Where udev keeps names that stay the same.
  static let byIdentifier = "/dev/v4l/by-id"
}

extension CameraDevice {
  /// Opens the camera that `settings` mean, wherever it is now.
  static func open(_ settings: CameraSettings) throws(Failure) -> CameraDevice {
    guard let identity = settings.identity else { return try open(settings.device) }
    guard let path = CameraEntry.all().path(of: identity) else {
      let absence = SystemError(call: "open", code: ENODEV)
      throw Failure(.camera, .cameraGone(identity.card), cause: absence)
    }
    return try open(path)
  }

  /// Opens the configured device, or the first node that is a camera for us.
  static func open(_ device: String?) throws(Failure) -> CameraDevice {
    guard let device else { return try openFirst() }
    let camera = try CameraDevice(opening: VideoNodes.path(of: device))
    if let refusal = camera.capability.refusal(at: camera.path) { throw refusal }
    return camera
  }

  private static func openFirst() throws(Failure) -> CameraDevice {
    var telling: Failure?
    for path in VideoNodes.paths {
      do throws(Failure) {
        return try open(path)
      } catch {
        if telling == nil && isTelling(error) { telling = error }
      }
    }
    throw telling ?? Failure(.camera, .cameraNone)
  }

  /// Whether a node's refusal says why there is no camera: a sensor or a forbidden node does, but
  /// codecs and the like are on every board.
  private static func isTelling(_ failure: Failure) -> Bool {
    failure.cause != nil || failure.kind == .rawSensor
  }
}

extension Phrase {
  static func cameraMissing(_ path: String) -> Phrase {
    Phrase(
      "camera.missing",
      "There is no camera at {1}, nor any other; connect one, or correct device in [camera].", path)
  }

  static func cameraMissingAmong(_ path: String, _ others: String) -> Phrase {
    Phrase(
      "camera.missing.among",
      """
      There is no camera at {1}; connect it, or set device in [camera] to one of these: {2}.
      """, path, others)
  }
}
