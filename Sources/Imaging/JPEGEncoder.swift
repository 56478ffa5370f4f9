import CJPEG
import Core

/// Encodes raw frames of one layout as baseline JPEG pictures with 4:2:0 chroma.
///
/// YUYV has chroma in every row; rows are averaged two by two, which loses what the subsampling would
/// lose anyway and hands the library half as much. NV12 and YU12 have 4:2:0 already. Transforms are the
/// accurate integer ones at every quality; TurboJPEG by itself would take faster, coarser ones below 96.
///
/// Samples pass through as the camera sent them. JFIF means the full range of BT.601 (0…255), where a
/// V4L2 camera often means the narrow one (16…235); a picture of such a camera looks a little flat, but
/// nothing of it is clipped or rounded, and a viewer can stretch it.
///
/// All memory is allocated at the start, apart from what the library takes for itself in a call.
package struct JPEGEncoder: ~Copyable {
  private let layout: FrameLayout
  private let quality: Int32
  private let codec: Codec
  private let planes: PlaneBuffer
  private let output: Memory<UInt8>

  /// `frame`, of `layout`, as JPEG, by an encoder that is made for it and goes again.
  ///
  /// Blocks for some milliseconds of computing.
  package static func jpeg(
    of frame: UnsafeRawBufferPointer, _ layout: FrameLayout, quality: Int
  ) throws(ImagingError) -> [UInt8] {
    let encoder = try JPEGEncoder(layout: layout, quality: quality)
    return try encoder.encode(frame) { Array($0) }
  }

  /// An encoder of frames of `layout`: YUYV, NV12 or YU12, any size up to 65 500 a side, odd ones too.
  ///
  /// - Parameter quality: 1…100 on libjpeg's scale.
  package init(layout: FrameLayout, quality: Int) throws(ImagingError) {
    guard layout.format != .mjpeg else { throw .formatNotEncodable(layout.format) }
    try layout.checkShape()
    guard (1...100).contains(quality) else { throw .qualityOutOfRange(quality) }
    codec = try Codec(owning: tjInitCompress())
    self.layout = layout
    self.quality = Int32(quality)
    planes = PlaneBuffer(layout: layout)
    output = Memory(
      count: Int(tjBufSize(Int32(layout.width), Int32(layout.height), subsampling)))
  }

  /// Encodes `frame` and lends the JPEG picture to `body`, whose answer is returned.
  ///
  /// The bytes are valid until `body` returns; the next call writes over them. Blocks for some milliseconds of computing; a frame
  /// shorter than the layout promises is refused, a longer one is read as far as the layout goes.
  package borrowing func encode<Answer>(
    _ frame: UnsafeRawBufferPointer, _ body: (_ jpeg: UnsafeRawBufferPointer) -> Answer
  ) throws(ImagingError) -> Answer {
    let start = try layout.checkedStart(of: frame)
    var byteCount = UInt(output.count)
    try codec.check(planes.withPlanes(of: start) { compress($0, &byteCount) })
    return body(UnsafeRawBufferPointer(start: output.start, count: Int(byteCount)))
  }

  /// Compresses `planes` into `output`, which is large enough for the worst picture of its size.
  private func compress(_ planes: Planes, _ byteCount: inout UInt) -> Int32 {
    var sources: [UnsafePointer<UInt8>?] = [planes.luma, planes.u, planes.v]
    let chromaStride = Int32(planes.chromaStride)
    let strides = [Int32(planes.lumaStride), chromaStride, chromaStride]
    var jpeg: UnsafeMutablePointer<UInt8>? = output.start
    return tjCompressFromYUVPlanes(
      codec.handle, &sources, Int32(layout.width), strides, Int32(layout.height), subsampling,
      &jpeg, &byteCount, quality, TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
  }
}

private let subsampling = Int32(TJSAMP_420.rawValue)
