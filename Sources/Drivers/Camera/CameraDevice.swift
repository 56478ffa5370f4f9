import Core
import CVideo
import Glibc
import System

/// An open video node; it owns the descriptor.
struct CameraDevice: ~Copyable {
  /// The path that it was opened by.
  let path: String
  /// Answer to `VIDIOC_QUERYCAP`.
  let capability: CameraCapability
  /// Names of its controls, for whoever asks the driver; two never do at once.
  let names: ControlNames
  private let descriptor: FileDescriptor

  /// Opens the node at `path` and asks what it is.
  init(opening path: String) throws(Failure) {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
      var answer = v4l2_capability()
      try descriptor.control(.queryCapability, &answer)
      self.path = path
      self.descriptor = descriptor
      names = ControlNames()
      capability = CameraCapability(answer)
    } catch {
      throw Failure(error, openingCameraAt: path)
    }
  }

  /// The same open node as `original`, whichever of the two is closed first.
  init(sharing original: borrowing CameraDevice) throws(SystemError) {
    // Not F_DUPFD_CLOEXEC: libcamerify knows of dup(2) only.
    let number = original.number
    let copy = FileDescriptor(owning: try SystemError.check("dup") { dup(number) })
    let shared = copy.number
    try SystemError.check("F_SETFD") { fcntl(shared, F_SETFD, FD_CLOEXEC) }
    path = original.path
    capability = original.capability
    names = original.names
    descriptor = copy
  }

  /// The kernel's number of the open node: lent, never kept.
  var number: Int32 { descriptor.number }

  /// Carries out `call`, whose failure the caller has to judge.
  borrowing func attempt<Argument>(
    _ call: VideoCall, _ argument: inout Argument
  ) throws(SystemError) {
    try descriptor.control(call, &argument)
  }

  /// Carries out `call`, which must succeed.
  borrowing func perform<Argument>(
    _ call: VideoCall, _ argument: inout Argument
  ) throws(Failure) {
    do throws(SystemError) {
      try descriptor.control(call, &argument)
    } catch {
      throw Failure(error, ofCameraAt: path)
    }
  }

  /// Carries out `call`, which a driver may lack or end a list by: says whether it succeeded.
  borrowing func answers<Argument>(_ call: VideoCall, _ argument: inout Argument) -> Bool {
    do throws(SystemError) {
      try descriptor.control(call, &argument)
      return true
    } catch {
      return false
    }
  }

  /// Maps `byteCount` bytes of the node's memory at `offset` for reading.
  borrowing func map(
    _ byteCount: Int, at offset: Int
  ) throws(Failure) -> UnsafeRawBufferPointer {
    let start = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor.number, offset)
    guard let start, start != MAP_FAILED else {
      throw Failure(SystemError(errnoOf: "mmap"), ofCameraAt: path)
    }
    return UnsafeRawBufferPointer(start: start, count: byteCount)
  }
}

/// One of V4L2's ioctls: its number, and the kernel's name for it, which errors carry.
struct VideoCall {
  let name: String
  let number: UInt

  static let queryCapability = VideoCall(name: "VIDIOC_QUERYCAP", number: vidioc_querycap)
  static let enumerateFormats = VideoCall(name: "VIDIOC_ENUM_FMT", number: vidioc_enum_fmt)
  static let enumerateSizes = VideoCall(
    name: "VIDIOC_ENUM_FRAMESIZES", number: vidioc_enum_framesizes)
  static let enumerateIntervals = VideoCall(
    name: "VIDIOC_ENUM_FRAMEINTERVALS", number: vidioc_enum_frameintervals)
  static let currentFormat = VideoCall(name: "VIDIOC_G_FMT", number: vidioc_g_fmt)
  static let tryFormat = VideoCall(name: "VIDIOC_TRY_FMT", number: vidioc_try_fmt)
  static let setFormat = VideoCall(name: "VIDIOC_S_FMT", number: vidioc_s_fmt)
  static let currentParameters = VideoCall(name: "VIDIOC_G_PARM", number: vidioc_g_parm)
  static let setParameters = VideoCall(name: "VIDIOC_S_PARM", number: vidioc_s_parm)
  static let queryControl = VideoCall(
    name: "VIDIOC_QUERY_EXT_CTRL", number: vidioc_query_ext_ctrl)
  static let queryMenu = VideoCall(name: "VIDIOC_QUERYMENU", number: vidioc_querymenu)
  static let currentControls = VideoCall(name: "VIDIOC_G_EXT_CTRLS", number: vidioc_g_ext_ctrls)
  static let setControls = VideoCall(name: "VIDIOC_S_EXT_CTRLS", number: vidioc_s_ext_ctrls)
  static let setInput = VideoCall(name: "VIDIOC_S_INPUT", number: vidioc_s_input)
  static let requestBuffers = VideoCall(name: "VIDIOC_REQBUFS", number: vidioc_reqbufs)
  static let queryBuffer = VideoCall(name: "VIDIOC_QUERYBUF", number: vidioc_querybuf)
  static let queue = VideoCall(name: "VIDIOC_QBUF", number: vidioc_qbuf)
  static let dequeue = VideoCall(name: "VIDIOC_DQBUF", number: vidioc_dqbuf)
  static let streamOn = VideoCall(name: "VIDIOC_STREAMON", number: vidioc_streamon)
  static let streamOff = VideoCall(name: "VIDIOC_STREAMOFF", number: vidioc_streamoff)
}

extension FileDescriptor {
  /// Carries out `call` on `argument`, which is read or filled in.
  borrowing func control<Argument>(
    _ call: VideoCall, _ argument: inout Argument
  ) throws(SystemError) {
    try control(call.name, call.number, &argument)
  }
}

/// The one queue that we use: single-planar video capture.
let captureQueue = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

extension Failure {
  /// The failure of opening a node, or of asking it what it is.
  init(_ error: SystemError, openingCameraAt path: String) {
    switch error.code {
    case ENOENT, ENXIO, ENODEV, ENOTDIR:
      self.init(.camera, VideoNodes.missing(path), cause: error)
    case ENOTTY, EINVAL:
      self.init(
        .camera,
        Phrase(
          "camera.not-video",
          "\(path) is not a video device; set device in [camera] to one of these: \(VideoNodes.list)."
        ), cause: error)
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
    case ENOSPC:
      Phrase(
        "camera.no-bandwidth",
        """
        The USB bus of \(path) is too busy for it; give it a port of its own, set format to MJPG in [camera], or \
        set a smaller width and height.
        """)
    case ENOMEM:
      Phrase(
        "camera.no-memory",
        "There is no memory for the pictures of \(path); set a smaller width and height in [camera]."
      )
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
  static func cameraForbidden(_ path: String) -> Phrase {
    Phrase(
      "camera.forbidden",
      "\(path) may not be opened by this user; add the user to the group video.")
  }

  package static func cameraHeld(_ path: String, _ program: String, _ process: Int) -> Phrase {
    Phrase(
      "camera.held",
      """
      \(path) is in use by '\(program)' (process \(process)); stop that program, or set device in [camera] to \
      another camera.
      """)
  }

}
