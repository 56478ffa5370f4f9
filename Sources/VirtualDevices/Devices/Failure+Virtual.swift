import Core

/// Failures of virtual devices, with the words and calls of the real drivers.
extension Failure {
  /// The camera is not there (ENODEV).
  package static let unplugged = Failure(
    .camera, .cameraGone(VirtualCamera.path),
    cause: SystemError(call: "VIDIOC_DQBUF", code: 19))

  /// Another program has the camera (EBUSY).
  package static let busyCamera = Failure(
    .camera, .cameraBusy(VirtualCamera.path),
    cause: SystemError(call: "VIDIOC_S_FMT", code: 16))

  /// The camera reports trouble and no pictures (EIO).
  package static let brokenStream = Failure(
    .camera, .cameraStopped(VirtualCamera.path),
    cause: SystemError(call: "epoll_wait", code: 5))

  /// The camera takes no buffer back (EIO).
  static let refusedBuffer = Failure(
    .camera, .cameraStopped(VirtualCamera.path),
    cause: SystemError(call: "VIDIOC_QBUF", code: 5))

  /// The button's chip is gone (ENODEV).
  static let brokenButton = line(.button)
  /// The light's chip is gone (ENODEV).
  static let brokenLight = line(.light)
  /// The buzzer's chip is gone (ENODEV).
  static let brokenBuzzer = line(.buzzer)

  /// The accelerometer does not answer (EREMOTEIO).
  static let brokenAccelerometer = Failure(
    .accelerometer, .accelerometerFailed("virtual-accelerometer", "remote I/O error"),
    cause: SystemError(call: "read", code: 121))

  /// Another program has the line of `role` (EBUSY).
  static func busyLine(_ role: Role) -> Failure {
    Failure(
      role, .gpioLineBusy(role.rawValue, "virtual-chip", "another program"),
      cause: SystemError(call: "GPIO_V2_GET_LINE_IOCTL", code: 16))
  }

  private static func line(_ role: Role) -> Failure {
    Failure(
      role, .gpioLineFailed(role.rawValue, "virtual-chip", "no such device"),
      cause: SystemError(call: "GPIO_V2_LINE_GET_VALUES_IOCTL", code: 19))
  }
}
