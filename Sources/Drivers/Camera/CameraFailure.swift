import Core
import Glibc
import System

extension Failure {
  /// The failure of opening a node, or of asking it what it is.
  init(_ error: SystemError, openingCameraAt path: String) {
    switch error.code {
    case ENOENT, ENXIO, ENODEV, ENOTDIR:
      self.init(.camera, VideoNodes.missing(path), cause: error)
    case ENOTTY, EINVAL:
      self.init(.camera, Phrase.cameraNotVideo(path, VideoNodes.list), cause: error)
    default:
      self.init(error, ofCameraAt: path)
    }
  }

  /// The failure of a call on the camera at `path`, once it is open.
  init(_ error: SystemError, ofCameraAt path: String) {
    self.init(.camera, Failure.phrase(for: error, ofCameraAt: path), cause: error)
  }

  private static func phrase(for error: SystemError, ofCameraAt path: String) -> Phrase {
    switch error.code {
    case EACCES, EPERM: Phrase.cameraForbidden(path)
    case EBUSY: busy(path)
    case ENODEV: Phrase.cameraGone(path)
    case EIO: Phrase.cameraStopped(path)
    case ENOSPC: Phrase.cameraNoBandwidth(path)
    case ENOMEM: Phrase.cameraNoMemory(path)
    default: Phrase.cameraCallFailed(path, error.call, error.reason)
    }
  }

  private static func busy(_ path: String) -> Phrase {
    guard let holder = DeviceHolder.holder(of: path) else {
      return Phrase.cameraBusy(path)
    }
    return Phrase.cameraHeld(path, holder.name, Int(holder.process))
  }
}

extension Phrase {
  static func cameraNotVideo(_ path: String, _ others: String) -> Phrase {
    Phrase(
      "camera.not-video",
      "{1} is not a video device; set device in [camera] to one of these: {2}.", path, others)
  }

  static func cameraForbidden(_ path: String) -> Phrase {
    Phrase(
      "camera.forbidden",
      "{1} may not be opened by this user; add the user to the group video.", path)
  }

  package static func cameraHeld(_ path: String, _ program: String, _ process: Int) -> Phrase {
    Phrase(
      "camera.held",
      """
      {1} is in use by '{2}' (process {3}); stop that program, or set device in [camera] to \
      another camera.
      """, path, program, process)
  }

  static func cameraNoMemory(_ path: String) -> Phrase {
    Phrase(
      "camera.no-memory",
      """
      There is no memory for the pictures of {1}; set a smaller width and height in [camera].
      """, path)
  }

  static func cameraNoBandwidth(_ path: String) -> Phrase {
    Phrase(
      "camera.no-bandwidth",
      """
      {1} finds no room on its USB bus; give it a port of its own, set format to MJPG in \
      [camera], or set a smaller width and height.
      """, path)
  }
}
