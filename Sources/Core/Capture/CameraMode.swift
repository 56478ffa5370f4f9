/// How the camera is running: what the driver really set, which may differ from what was asked.
package struct CameraMode: Hashable, Sendable {
  /// Path of the device node, such as `/dev/video0`.
  package let path: String
  /// The camera's name (`v4l2_capability.card`).
  package let card: String
  /// The kernel driver (`v4l2_capability.driver`).
  package let driver: String
  /// The format on the wire as V4L2 writes it, such as `MJPG`; frames are lent in their layout's.
  package let format: String
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The driver's nominal rate; nil where it names none.
  package let framesPerSecond: Double?
  /// Where the camera is connected (`v4l2_capability.bus_info`).
  package var bus = ""
  /// The serial number of a USB camera; nil where it has none.
  package var serial: String?
  /// The controls that were set when it was opened, and what they are since.
  package var controls: [ControlSetting] = []
  /// How the camera sits on the board; nil where nobody said.
  package var mounting: Mounting?

  /// A mode as the driver described it.
  package init(
    path: String, card: String, driver: String, format: String, width: Int, height: Int,
    framesPerSecond: Double?
  ) {
    self.path = path
    self.card = card
    self.driver = driver
    self.format = format
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
  }
}

/// How much the camera is to deliver.
package enum CameraPower: String, Hashable, Sendable {
  /// What the configuration asks for.
  case full
  /// A smaller picture, less often: that takes less power and makes less heat.
  case saving
}

extension CameraMode {
  /// Size of its frames for people: "1280×720".
  package var size: String { "\(width)×\(height)" }

  /// Frame rate for people: "29.97 frames per second".
  package var rate: Phrase {
    guard let framesPerSecond else { return Phrase("camera.rate.own", "the driver's own rate") }
    return Phrase("camera.rate", "\(Figures.brief(framesPerSecond)) frames per second")
  }
}

extension CameraMode {
  /// Which camera it is and how it runs, in a sentence.
  package var presence: Phrase {
    Phrase(
      "camera.present",
      "The camera is \(path), \(card), and delivers \(format) \(size) at \(rate).")
  }

  /// The mode for programs.
  package var json: JSON {
    .object([
      ("card", .string(card)), ("driver", .string(driver)), ("path", .string(path)),
      ("bus", .string(bus)), ("serial", .optional(serial)),
      ("format", .string(format)), ("width", .integer(width)), ("height", .integer(height)),
      ("fps", .optional(framesPerSecond)),
    ])
  }
}

/// How much the camera is wanted to deliver, and how much it was told to.
struct PowerDemand: Sendable {
  /// Whether a person wants it to take little power.
  var savesPower = false
  /// Whether photos are on their way that are to be as large as they can be all the same.
  var isLifted = false
  private var told = CameraPower.full

  /// How it should run.
  var wanted: CameraPower { savesPower && !isLifted ? .saving : .full }

  /// Has the camera run as it should from its next opening on; false where it does already.
  mutating func adopt(_ steps: inout Steps) -> Bool {
    guard wanted != told else { return false }
    told = wanted
    steps.add(.camera(.power(told)))
    return true
  }
}
