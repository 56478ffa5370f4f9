@testable import Core

extension Instant {
  /// So many seconds after the instant at which the tests' worlds begin.
  static func at(_ seconds: Double) -> Instant {
    Instant(nanoseconds: 1_000_000_000_000) + .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}

extension Edge {
  /// A press at `seconds`.
  static func press(_ seconds: Double) -> Edge { Edge(.pressed, stamped: .at(seconds)) }

  /// A release at `seconds`.
  static func release(_ seconds: Double) -> Edge { Edge(.released, stamped: .at(seconds)) }
}

extension Frame {
  /// A frame stamped at `seconds`.
  static func at(_ seconds: Double, _ sequence: UInt32 = 0) -> Frame {
    Frame(sequence: sequence, byteCount: 100_000, stamped: .at(seconds))
  }
}

extension RecentFrames {
  /// One more frame, when none was missed.
  mutating func receive(_ frame: Frame) {
    self = RecentFrames(newest: frame, previous: newest)
  }
}

extension Failure {
  /// The camera is in use by somebody else (EBUSY).
  static let busyCamera = Failure(
    .camera, .cameraAbsent, cause: SystemError(call: "open", code: 16))
  /// The camera is not there (ENOENT).
  static let absentCamera = Failure(
    .camera, .cameraAbsent, cause: SystemError(call: "open", code: 2))
  /// The store's disk is full (ENOSPC).
  static let fullStore = Failure(
    .store, Phrase("store.full", "The card is full."),
    cause: SystemError(call: "write", code: 28), kind: .noRoom)

  /// Another program has locked the store's database.
  static let lockedStore = Failure(
    .store, Phrase("store.busy", "Another program has locked it."), kind: .storeLocked)

  /// What the camera sent is no picture.
  static let damagedFrame = Failure(
    .camera, Phrase("camera.frame-unusable", "Noise."), kind: .unusableFrame)

  /// Something is wrong with the device of `role`.
  static func broken(_ role: Role) -> Failure {
    Failure(
      role, Phrase("test.broken", "The \(role.rawValue) is broken."),
      cause: SystemError(call: "ioctl", code: 5))
  }
}
