import CVideo
import Core
import Glibc

/// libv4lconvert turning frames of a format that we don't read into YU12, in a buffer of its own.
///
/// It never touches the camera: what it sees in place of one is in `video.h`. Nor does it touch the frame, which lies on
/// pages that can only be read: the library unpacks formats of 10 and 16 bits where they are, and reads a short frame to
/// where its end should be.
struct FrameConverter: ~Copyable {
  private let handle: ConverterHandle
  private let source: v4l2_format
  private let target: v4l2_format
  /// What the library gets in place of the frame.
  private let copy: UnsafeMutableRawBufferPointer
  private let result: UnsafeMutableRawBufferPointer

  /// A converter of frames of `pixels`, with room for one frame and one result; nil if it isn't made for that format.
  init?(from pixels: v4l2_pix_format) {
    let format = FourCC(code: pixels.pixelformat)
    guard let convertible = ConvertibleFormat.of(format),
      let handle = ConverterHandle(from: format)
    else { return nil }
    self.handle = handle
    source = v4l2_format(pixels)
    target = v4l2_format(yu12: pixels.width, pixels.height)
    copy = .allocate(byteCount: convertible.byteCount(of: pixels), alignment: 16)
    result = .allocate(byteCount: Int(target.fmt.pix.sizeimage), alignment: 16)
  }

  deinit {
    copy.deallocate()
    result.deallocate()
  }

  /// Whether frames of `format` can be converted.
  static func canConvert(_ format: FourCC) -> Bool {
    guard ConvertibleFormat.of(format) != nil, let handle = ConverterHandle(from: format) else {
      return false
    }
    return handle.source(for: v4l2_format(yu12: 640, 480)) == format
  }

  /// Converts `frame`.
  ///
  /// - Returns: the result, valid until the next conversion; nil if libv4lconvert refused the
  ///   frame, for the reason in `refusal`.
  borrowing func convert(_ frame: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let bytes = frame.prefix(copy.count)
    copy.copyBytes(from: bytes)
    let (source, target) = (copy.bindMemory(to: UInt8.self), result.bindMemory(to: UInt8.self))
    var (sourceFormat, targetFormat) = (self.source, self.target)
    let count = v4lconvert_convert(
      handle.pointer, &sourceFormat, &targetFormat, source.baseAddress, Int32(bytes.count),
      target.baseAddress, Int32(target.count))
    return count < 0 ? nil : UnsafeRawBufferPointer(result)
  }

  /// libv4lconvert's words for its last failure.
  var refusal: String {
    String(cString: v4lconvert_get_error_message(handle.pointer))
      .split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}

/// One instance of libv4lconvert.
private struct ConverterHandle: ~Copyable {
  let pointer: OpaquePointer
  /// The library keeps this address, so the format has a place of its own.
  private let format: UnsafeMutablePointer<UInt32>

  init?(from format: FourCC) {
    let place = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    place.initialize(to: format.code)
    guard let pointer = video_converter_create(place) else {
      place.deallocate()
      return nil
    }
    self.pointer = pointer
    self.format = place
  }

  deinit {
    v4lconvert_destroy(pointer)
    format.deallocate()
  }

  /// Format that the library would set the camera to for `target`: one of its own sources, or `target`.
  borrowing func source(for target: v4l2_format) -> FourCC? {
    var target = target
    var source = v4l2_format()
    guard v4lconvert_try_format(pointer, &target, &source) == 0 else { return nil }
    return FourCC(code: source.fmt.pix.pixelformat)
  }
}

extension v4l2_format {
  /// A capture format of `pixels`.
  fileprivate init(_ pixels: v4l2_pix_format) {
    self.init()
    type = captureQueue
    fmt.pix = pixels
  }

  /// YU12 without padding.
  fileprivate init(yu12 width: UInt32, _ height: UInt32) {
    self.init()
    type = captureQueue
    fmt.pix.width = width
    fmt.pix.height = height
    fmt.pix.pixelformat = FourCC.yu12.code
    v4lconvert_fixup_fmt(&self)
  }
}
