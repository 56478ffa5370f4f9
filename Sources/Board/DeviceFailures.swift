import Core

/// What the devices of either set fail with.
extension Phrase {
  package static func cameraStopped(_ path: String) -> Phrase {
    Phrase(
      "camera.stopped",
      "\(path) reports an error and no pictures; unplug it and plug it in again, or look at the kernel's log."
    )
  }

  package static func cameraBusy(_ path: String) -> Phrase {
    Phrase(
      "camera.busy",
      "\(path) is in use by another program; find it with 'sudo fuser -v \(path)' and stop it.")
  }

  package static func cameraGone(_ path: String) -> Phrase {
    Phrase("camera.gone", "\(path) is gone; connect the camera again.")
  }

  package static func controlsNone(_ card: String) -> Phrase {
    Phrase("camera.controls.none", "The driver of \(card) has no controls.")
  }

  package static func gpioLineBusy(_ line: String, _ chip: String, _ holder: String) -> Phrase {
    Phrase(
      "gpio.line.busy",
      """
      GPIO line \(line) of \(chip) is in use by '\(holder)'; end that use or pick another line in \
      /etc/exhibit/exhibit.toml.
      """)
  }

  package static func gpioLineFailed(_ line: String, _ chip: String, _ reason: String) -> Phrase {
    Phrase(
      "gpio.line.failed",
      """
      GPIO line \(line) of \(chip) does not work: \(reason); check the board, or pick another line in \
      /etc/exhibit/exhibit.toml.
      """)
  }

  package static func accelerometerFailed(_ name: String, _ reason: String) -> Phrase {
    Phrase(
      "accelerometer.failed",
      "The accelerometer \(name) does not answer: \(reason); check its wiring and its address.")
  }
}

extension Failure {
  /// The failure of a camera at which something takes too long.
  package static func silentCamera(_ delay: CameraDelay) -> Failure {
    Failure(
      .camera,
      Phrase(
        "camera.hangs",
        """
        \(delay.camera) has not answered for \(Int(delay.time.inSeconds)) s; disconnect it, and connect it \
        again.
        """))
  }
}
