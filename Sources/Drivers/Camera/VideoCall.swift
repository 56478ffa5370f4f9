import CVideo
import Core
import System

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
