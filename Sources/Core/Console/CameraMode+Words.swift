extension CameraMode {
  /// Its size for people: "1280×720".
  package var size: String { "\(width)×\(height)" }

  /// Its rate for people: "30.0 frames per second".
  package var rate: String {
    guard let framesPerSecond else { return "the driver's own rate" }
    return Figures.decimal(Int((framesPerSecond * 10).rounded()), digits: 1) + " frames per second"
  }
}

extension CameraMode {
  /// Which camera it is and how it runs, in a sentence.
  package var presence: Phrase { .cameraPresent(path, card, format, size, rate) }

  /// The mode for programs.
  package var json: JSON {
    .object([
      ("card", .string(card)), ("driver", .string(driver)), ("path", .string(path)),
      ("format", .string(format)), ("width", .integer(width)), ("height", .integer(height)),
      ("fps", .optional(framesPerSecond)),
    ])
  }
}

extension FrameCounts {
  /// Delivered, but of no use for a photo.
  var discarded: Int { settling + damaged + undecodable + transientErrors }

  /// All counts by name, for programs.
  var named: [(name: String, count: Int)] {
    [
      ("delivered", delivered), ("held", held), ("settling", settling),
      ("error_flag", errorFlag), ("short", short), ("bad_start", badStart), ("bad_end", badEnd),
      ("undecodable", undecodable), ("lost", lost), ("transient_errors", transientErrors),
    ]
  }
}

extension Phrase {
  static func cameraPresent(
    _ path: String, _ card: String, _ format: String, _ size: String, _ rate: String
  ) -> Phrase {
    Phrase(
      "camera.present",
      "The camera is {1}, {2}, and delivers {3} {4} at {5}.", path, card, format, size, rate)
  }
}
