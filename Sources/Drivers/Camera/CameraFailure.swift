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
      self.init(.camera, Phrase(.cameraNotVideo, path, VideoNodes.list), cause: error)
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
    case EACCES, EPERM: Phrase(.cameraForbidden, path)
    case EBUSY: busy(path)
    case ENODEV: Phrase(.cameraGone, path)
    case EIO: Phrase(.cameraStopped, path)
    case ENOSPC: Phrase(.cameraNoBandwidth, path)
    case ENOMEM: Phrase(.cameraNoMemory, path)
    default: Phrase(.cameraCallFailed, path, error.call, error.reason)
    }
  }

  private static func busy(_ path: String) -> Phrase {
    guard let holder = DeviceHolder.holder(of: path) else {
      return Phrase(.cameraBusy, path)
    }
    return Phrase(.cameraHeld, path, holder.name, String(holder.process))
  }
}
