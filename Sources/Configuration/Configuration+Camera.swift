import Core

extension Configuration {
  /// The camera, and what is asked of it; every number that is absent is left to the driver.
  package struct Camera: Sendable {
    /// Which camera; nil means the first that can be used.
    package var device: Device?
    /// In pixels, always with `height`.
    package var width: Int?
    /// In pixels.
    package var height: Int?
    /// The rate that is asked for; the driver takes its nearest.
    package var framesPerSecond: Double?
    /// The four-character code of a pixel format, such as `MJPG`.
    package var format: String?
    /// Frames thrown away after the start, until the exposure has settled.
    package var settleFrameCount: Int
    /// Of pictures that are compressed here; 100 is best.
    package var quality: Int
    /// What it looks at.
    package var facing: Mounting.Facing
    /// How the camera is turned in its mount, clockwise, in degrees: 0, 90, 180 or 270.
    package var mountedDegrees: Int
    /// The driver's own controls, by name, set after each start.
    package var controls: [(name: String, value: Int64)]

    init?(_ reader: inout Reader) {
      guard reader.section("camera") else { return nil }
      device = reader.value("camera.device", .device)
      width = reader.value("camera.width", .whole(16...16_384))
      height = reader.value("camera.height", .whole(16...16_384))
      framesPerSecond = reader.value("camera.fps", .number(0.1...1000))
      format = reader.value("camera.format", .text(3...4))
      settleFrameCount = reader.value("camera.settle_frames", .whole(0...300), default: 5)
      quality = reader.value("camera.quality", .whole(1...100), default: 90)
      facing = reader.value("camera.facing", .choice, default: .world)
      mountedDegrees = reader.value("camera.mounted", .oneOf([0, 90, 180, 270]), default: 0)
      controls = reader.pairs(in: "camera.controls", .control)
      reader.require("camera.height", for: "camera.width")
      reader.require("camera.width", for: "camera.height")
    }
  }
}

extension Configuration.Camera {
  /// How a camera is told from the others.
  package enum Device: Hashable, Sendable {
    /// A device node, such as `/dev/video0`.
    case path(String)
    /// A name under `/dev/v4l/by-id`.
    case name(String)
    /// The number in `/dev/videoN`.
    case index(Int)
  }
}

extension Kind<Configuration.Camera.Device> {
  /// A path, a name or an index.
  static var device: Kind {
    Kind(
      read: { value in
        if case .whole(let index) = value { return (0...255) ~= index ? .index(Int(index)) : nil }
        guard let text = Kind<String>.text().read(value) else { return nil }
        return text.hasPrefix("/") ? .path(text) : .name(text)
      },
      write: { device in
        switch device {
        case .path(let text), .name(let text): .text(text)
        case .index(let index): .whole(Int64(index))
        }
      },
      refuse: { path, found in Phrase.configurationNotCamera(path, found) })
  }
}

extension Kind<Int64> {
  /// A control's value: any whole number, or true and false for 1 and 0.
  static var control: Kind {
    Kind(
      read: { value in
        switch value {
        case .whole(let whole): whole
        case .truth(let truth): truth ? 1 : 0
        case .table, .array, .text, .number, .date: nil
        }
      },
      write: { .whole($0) },
      refuse: { path, found in Phrase.configurationNotControl(path, found) })
  }
}

extension Phrase {
  static func configurationNotCamera(_ path: String, _ value: String) -> Phrase {
    Phrase(
      "configuration.not-camera",
      "'{1}' must be a device's path, its by-id name or its index, not {2}", path, value)
  }

  static func configurationNotControl(_ path: String, _ value: String) -> Phrase {
    Phrase(
      "configuration.not-control",
      "'{1}' must be a whole number, true or false, not {2}", path, value)
  }
}
