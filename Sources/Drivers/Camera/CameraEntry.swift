import Core
import Glibc

/// A camera that we could use, by its names.
package struct CameraEntry: Hashable, Sendable {
  /// Its node.
  package let path: String
  /// Name by its driver (`v4l2_capability.card`).
  package let card: String
  /// Its names under `/dev/v4l/by-id`, which stay the same from boot to boot.
  package let identifiers: [String]
  /// Bus and port (`v4l2_capability.bus_info`).
  package let bus: String

  /// A camera with its names.
  package init(path: String, card: String, identifiers: [String] = [], bus: String = "") {
    self.path = path
    self.card = card
    self.identifiers = identifiers
    self.bus = bus
  }

  /// All cameras that can be opened, in the order of their nodes.
  ///
  /// They are only asked for their names; blocks as long as the drivers do.
  package static func all() -> [CameraEntry] { VideoNodes.paths.compactMap(entry) }

  /// The node that `device` stands for, without links; nil is the first camera's.
  ///
  /// - Parameter device: a path, a name under `/dev/v4l/by-id`, or a number, as in the configuration.
  package static func node(of device: String?) throws(Failure) -> String {
    DevicePaths.canonical(try CameraDevice.open(device).path)
  }

  private static func entry(_ path: String) -> CameraEntry? {
    do throws(Failure) {
      let device = try CameraDevice(opening: path)
      guard device.capability.refusal(at: path) == nil else { return nil }
      let links = DevicePaths.links(in: VideoNodes.byIdentifier, to: path)
      return CameraEntry(
        path: path, card: device.capability.card, identifiers: links.map(DevicePaths.name),
        bus: device.capability.bus)
    } catch {
      return nil  // Gone meanwhile, or not for this user: none to choose.
    }
  }
}

extension [CameraEntry] {
  /// The path of the camera that a person means by `name`: a number, a path, or one of its names or
  /// the beginning of one, whatever its case, spaces and underscores.
  package func path(of name: String) throws(Failure) -> String {
    if name.contains("/") { return name }
    if let number = UInt(name) { return "/dev/video\(number)" }
    let found = filter { $0.isCalled(name) }
    let entries = found.isEmpty ? filter { $0.startsLike(name) } : found
    if let entry = entries.first, entries.count == 1 { return entry.path }
    throw Failure(.camera, complaint(about: name, entries))
  }

  private func complaint(about name: String, _ meant: [CameraEntry]) -> Phrase {
    guard meant.isEmpty else {
      return Phrase.cameraAmbiguous(name, meant.map(\.path).joined(separator: ", "))
    }
    let names = Dictionary(map { (folded($0.card), $0.card) }) { first, _ in first }
    if let nearest = Spelling.nearest(to: folded(name), among: names.keys),
      let card = names[nearest]
    {
      return Phrase.cameraUnknownNearest(name, card)
    }
    return isEmpty
      ? Phrase.cameraNone : Phrase.cameraUnknown(name, map(\.card).joined(separator: ", "))
  }
}

extension CameraEntry {
  private var names: [String] { ([card] + identifiers).map(folded) }

  fileprivate func isCalled(_ name: String) -> Bool { names.contains(folded(name)) }

  /// Nothing but marks is the beginning of every name and of none.
  fileprivate func startsLike(_ name: String) -> Bool {
    let start = folded(name)
    return !start.isEmpty && names.contains { $0.hasPrefix(start) }
  }
}

/// The video nodes of this machine, and which of them is meant.
enum VideoNodes {
  /// More nodes than this are not looked at: a Raspberry Pi has about 20.
  static let limit = 64

  /// All `/dev/video` nodes, in the order of their numbers.
  static var paths: [String] {
    Array(DevicePaths.numbered(DevicePaths.matching("/dev/video[0-9]*")).prefix(limit))
  }

  /// All nodes for a sentence, with what udev calls them.
  static var list: String {
    let identifiers = DevicePaths.matching(byIdentifier + "/*").map(DevicePaths.name)
    return (paths + identifiers).joined(separator: ", ")
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
      ? Phrase(
        "camera.missing",
        "There is no camera at \(path), nor any other; connect one, or correct device in [camera].")
      : Phrase(
        "camera.missing.among",
        "There is no camera at \(path); connect it, or set device in [camera] to one of these: \(others)."
      )
  }

  /// Where udev keeps names that stay the same.
  static let byIdentifier = "/dev/v4l/by-id"
}

extension CameraDevice {
  /// Opens the camera that `settings` mean, wherever it is now.
  static func open(_ settings: CameraSettings) throws(Failure) -> CameraDevice {
    guard let identity = settings.identity else { return try open(settings.device) }
    guard let path = CameraEntry.all().path(of: identity) else {
      throw Failure(.camera, .cameraGone(identity.card), cause: absence)
    }
    return try open(path)
  }

  /// Nothing is broken where no camera is plugged in.
  private static var absence: SystemError { SystemError(call: "open", code: ENODEV) }

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
    throw telling ?? Failure(.camera, .cameraNone, cause: absence)
  }

  /// Whether a node's refusal says why there is no camera: a sensor or a forbidden node does, but
  /// codecs and the like are on every board.
  private static func isTelling(_ failure: Failure) -> Bool {
    failure.cause != nil || failure.kind == .rawSensor
  }
}

extension Phrase {
  static func cameraUnknown(_ name: String, _ others: String) -> Phrase {
    Phrase("camera.unknown", "No camera is called \"\(name)\"; these are there: \(others).")
  }

  static func cameraUnknownNearest(_ name: String, _ nearest: String) -> Phrase {
    Phrase(
      "camera.unknown-nearest", "No camera is called \"\(name)\"; did you mean \"\(nearest)\"?")
  }

  static func cameraAmbiguous(_ name: String, _ paths: String) -> Phrase {
    Phrase(
      "camera.ambiguous",
      "More than one camera is called \"\(name)\"; use one of the paths \(paths).")
  }

}
