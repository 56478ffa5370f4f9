import Core

/// What the devices of either set fail with.
extension Phrase {
  package static func cameraStopped(_ path: String) -> Phrase {
    Phrase(
      "camera.stopped",
      """
      {1} reports an error and no pictures; unplug it and plug it in again, or look at the \
      kernel's log.
      """, path)
  }

  package static func cameraBusy(_ path: String) -> Phrase {
    Phrase(
      "camera.busy",
      "{1} is in use by another program; find it with 'sudo fuser -v {1}' and stop it.", path)
  }

  static func cameraHangs(_ camera: String, _ seconds: Int) -> Phrase {
    Phrase(
      "camera.hangs",
      "{1} has not answered for {2} s; disconnect it, and connect it again.", camera, seconds)
  }

  package static func cameraGone(_ path: String) -> Phrase {
    Phrase("camera.gone", "{1} is gone; connect the camera again.", path)
  }

  package static func controlsNone(_ card: String) -> Phrase {
    Phrase("camera.controls.none", "The driver of {1} has no controls.", card)
  }

  package static func gpioLineBusy(_ line: String, _ chip: String, _ holder: String) -> Phrase {
    Phrase(
      "gpio.line.busy",
      """
      GPIO line {1} of {2} is in use by '{3}'; end that use or pick another line in \
      /etc/exhibit/exhibit.toml.
      """, line, chip, holder)
  }

  package static func gpioLineFailed(_ line: String, _ chip: String, _ reason: String) -> Phrase {
    Phrase(
      "gpio.line.failed",
      """
      GPIO line {1} of {2} does not work: {3}; check the board, or pick another line in \
      /etc/exhibit/exhibit.toml.
      """, line, chip, reason)
  }

  package static func accelerometerFailed(_ name: String, _ reason: String) -> Phrase {
    Phrase(
      "accelerometer.failed",
      "The accelerometer {1} does not answer: {2}; check its wiring and its address.", name, reason)
  }
}

extension Failure {
  /// The failure of a camera at which something takes too long.
  package static func silentCamera(_ delay: CameraDelay) -> Failure {
    Failure(.camera, .cameraHangs(delay.camera, Int(delay.time.inSeconds)))
  }
}
