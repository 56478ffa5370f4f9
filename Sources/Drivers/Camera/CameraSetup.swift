import CVideo
import Core
import Glibc
import System

/// Format and rate that the driver answered with, which may differ from what was asked.
struct CameraSetup {
  /// The format of the delivered bytes.
  let source: v4l2_pix_format
  /// Nil where the driver has no nominal rate.
  let interval: FrameInterval?

  /// The format on the wire.
  var format: FourCC { FourCC(code: source.pixelformat) }

  /// How frames are arranged when they are lent: as delivered, or as YU12 made of that.
  var layout: FrameLayout {
    FrameLayout(
      format: format.pixelFormat ?? .yu12, width: Int(source.width), height: Int(source.height),
      bytesPerLine: Int(format.pixelFormat == nil ? source.width : source.bytesperline))
  }

  /// Check for each delivered frame.
  var check: FrameCheck {
    guard let convertible = ConvertibleFormat.of(format) else { return FrameCheck(layout) }
    return FrameCheck(isJPEG: false, minimumByteCount: convertible.byteCount(of: source))
  }
}

/// Bytes of memory that the board has, as far as the kernel can give them to programs.
private var boardMemory: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }

extension CameraDevice {
  /// Chooses format, size and rate by `settings` and sets the driver to them.
  borrowing func setUp(_ settings: CameraSettings) throws(Failure) -> CameraSetup {
    try selectFirstInput()
    let choice = try choice(by: settings)
    let pixels = try setFormat(choice)
    return CameraSetup(source: pixels, interval: setInterval(choice.interval))
  }

  /// Chooses format, size and rate by `settings`; the driver is asked and nothing is set.
  borrowing func choice(by settings: CameraSettings) throws(Failure) -> CameraChoice {
    let formats = try settings.formats(
      among: formats(), at: path, canConvert: FrameConverter.canConvert)
    let offers = offers(of: formats, for: settings)
    guard let choice = CameraChoice(settings, among: offers, memory: boardMemory) else {
      throw Failure(.camera, .cameraCallFailed(path, "VIDIOC_ENUM_FRAMESIZES", "no sizes"))
    }
    return choice
  }

  /// Chooses input 0: a device with several, such as a grabber, may stand on another.
  private borrowing func selectFirstInput() throws(Failure) {
    var input: Int32 = 0
    do throws(SystemError) {
      try attempt(.setInput, &input)
    } catch {
      // Many cameras have no inputs to choose from and say so by one code or another.
      if error.code == EBUSY { throw Failure(error, ofCameraAt: path) }
    }
  }

  private borrowing func setFormat(_ choice: CameraChoice) throws(Failure) -> v4l2_pix_format {
    var format = v4l2_format()
    format.type = captureQueue
    format.fmt.pix.pixelformat = choice.format.code
    format.fmt.pix.width = UInt32(clamping: choice.width)
    format.fmt.pix.height = UInt32(clamping: choice.height)
    try perform(.setFormat, &format)
    let answer = format.fmt.pix
    guard answer.pixelformat == choice.format.code else {
      let instead = FourCC(code: answer.pixelformat).text
      throw Failure(.camera, .cameraFormatNotOffered(path, choice.format.text, instead))
    }
    return answer
  }

  /// Asks for `interval`, where the driver lets anyone ask, and says what it is in the end.
  private borrowing func setInterval(_ interval: FrameInterval?) -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = captureQueue
    guard answers(.currentParameters, &parameters) else { return nil }
    let standing = FrameInterval(parameters.parm.capture.timeperframe)
    let canSet = parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    guard let interval, canSet else { return standing }
    parameters.parm.capture.timeperframe.numerator = interval.numerator
    parameters.parm.capture.timeperframe.denominator = interval.denominator
    // A driver that refuses goes on as it was.
    guard answers(.setParameters, &parameters) else { return standing }
    return FrameInterval(parameters.parm.capture.timeperframe)
  }

  /// The mode for status and records.
  borrowing func mode(_ setup: CameraSetup) -> CameraMode {
    var mode = CameraMode(
      path: path, card: capability.card, driver: capability.driver, format: setup.format.text,
      width: Int(setup.source.width), height: Int(setup.source.height),
      framesPerSecond: setup.interval?.rate)
    mode.bus = capability.bus
    mode.serial = CameraSerial.read(ofNode: path)
    return mode
  }
}

extension Phrase {
  static func cameraCallFailed(_ path: String, _ call: String, _ reason: String) -> Phrase {
    Phrase(
      "camera.call-failed",
      "\(path) refuses \(call) (\(reason)); connect the camera again, and if that does not help use another one."
    )
  }
}
