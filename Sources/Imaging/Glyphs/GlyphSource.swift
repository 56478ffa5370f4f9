import CJPEG
import Core

/// The samples of frames, as coarse as cells allow: raw ones where they lie, those of a JPEG picture decoded smaller.
///
/// What a camera sends as luma has the weights of BT.601 (JFIF). The luma of glyphs has those of BT.709, and both are
/// sums of the same three numbers; so is the difference, which chroma gives: Y − 0.1182 · U − 0.2127 · V.
struct GlyphSource: ~Copyable {
  /// What a step of U and of V changes, in 65536ths.
  static let weights = (u: -7746, v: -13938)

  private let codec: Codec
  private var memory: Memory<UInt8>
  private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  private let strides: UnsafeMutablePointer<Int32>

  init() throws(ImagingError) {
    codec = try Codec(owning: tjInitDecompress())
    memory = Memory(count: 0)
    pointers = .allocate(capacity: 3)
    strides = .allocate(capacity: 3)
  }

  deinit {
    pointers.deallocate()
    strides.deallocate()
  }

  /// How far a JPEG picture is reduced so that it still has a sample for each cell.
  struct Need {
    /// Samples that are needed along the camera's rows, and across them.
    let along, across: Int
  }

  /// Puts the means of `frame`, which `layout` describes, into `means`.
  ///
  /// - Parameter axes: those of a plane with so many samples a row, and so many rows.
  mutating func reduce(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout, _ need: Need,
    into means: inout CellMeans, cellCount: Int, axes: (Int, Int) -> GlyphAxes
  ) throws(ImagingError) {
    let planes =
      layout.format == .mjpeg
      ? try decoded(frame, layout, need) : try GlyphSource.raw(frame, layout)
    means.reserve(cellCount: cellCount, width: max(planes.luma.width, 2 * (planes.u?.width ?? 0)))
    means.set(to: planes.luma, axes(planes.luma.width, planes.luma.height))
    guard let u = planes.u else { return }
    let chromaAxes = axes(u.width, u.height)
    means.add(u, times: GlyphSource.weights.u, chromaAxes)
    if let v = planes.v {
      means.add(v, times: GlyphSource.weights.v, chromaAxes)
    } else {
      means.add(u, kind: 1, times: GlyphSource.weights.v, chromaAxes)
    }
  }

  /// The planes of a frame; U has V in it where that is missing, and a grey picture has neither.
  private struct SamplePlanes {
    let luma: SamplePlane
    var u, v: SamplePlane?
  }

  private static func raw(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> SamplePlanes {
    let start = try layout.checkedStart(of: frame)
    let (line, half) = (layout.bytesPerLine, layout.chromaBytesPerLine)
    let chroma = start + line * layout.height
    let (across, down) = (layout.chromaWidth, layout.chromaHeight)
    func plane(
      _ start: UnsafeRawPointer, _ line: Int, _ width: Int, _ height: Int,
      _ arrangement: SamplePlane.Arrangement = .bytes, kinds: Int = 1
    ) -> SamplePlane {
      SamplePlane(
        start: start, bytesPerLine: line, width: width, height: height, arrangement: arrangement,
        kinds: kinds)
    }
    let luma = plane(start, line, layout.width, layout.height)
    switch layout.format {
    case .mjpeg: preconditionFailure("an MJPEG frame has no planes")
    case .yuyv:
      return SamplePlanes(
        luma: plane(start, line, layout.width, layout.height, .lowOfPairs),
        u: plane(start, line, across, layout.height, .highOfPairs, kinds: 2))
    case .nv12: return SamplePlanes(luma: luma, u: plane(chroma, line, across, down, kinds: 2))
    case .yu12:
      return SamplePlanes(
        luma: luma, u: plane(chroma, half, across, down),
        v: plane(chroma + half * down, half, across, down))
    }
  }

  /// Decodes `frame` to its planes; what libjpeg merely warns of passes, because some webcams send nothing else.
  private mutating func decoded(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout, _ need: Need
  ) throws(ImagingError) -> SamplePlanes {
    let bytes = frame.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    try codec.checkAllowingWarnings(
      tjDecompressHeader3(
        codec.handle, bytes, UInt(frame.count), &width, &height, &sampling, &colours))
    guard width == layout.width, height == layout.height else {
      throw .sizeMismatch(width: Int(width), height: Int(height))
    }
    let scale = GlyphSource.scale(width, height, need)
    let isYUV = colours == Int32(TJCS_YCbCr.rawValue)
    let isPlain = isYUV || colours == Int32(TJCS_GRAY.rawValue)
    let planes = layOut(scale.width, scale.height, isYUV ? sampling : Int32(TJSAMP_GRAY.rawValue))
    try codec.checkAllowingWarnings(
      isPlain
        ? tjDecompressToYUVPlanes(
          codec.handle, bytes, UInt(frame.count), pointers, scale.width, strides, scale.height,
          TJFLAG_LIMITSCANS)
        // The picture's own colours are others: libjpeg makes luma of them, by BT.601.
        : tjDecompress2(
          codec.handle, bytes, UInt(frame.count), memory.start, scale.width, strides[0],
          scale.height, Int32(TJPF_GRAY.rawValue), TJFLAG_LIMITSCANS))
    return planes
  }

  /// The smallest size of a picture that still has the samples that are needed, or its own.
  ///
  /// At an eighth a block of the picture becomes the mean of its 64 samples.
  private static func scale(
    _ width: Int32, _ height: Int32, _ need: Need
  ) -> (width: Int32, height: Int32) {
    var eighths: Int32 = 1
    while eighths < 8 {
      let scaled = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
      if scaled.0 >= need.along && scaled.1 >= need.across { return scaled }
      eighths *= 2
    }
    return (width, height)
  }

  /// Finds room for the planes of a picture of that size.
  private mutating func layOut(
    _ width: Int32, _ height: Int32, _ sampling: Int32
  ) -> SamplePlanes {
    var offsets = (0, 0, 0)
    var total = 0
    func size(_ component: Int32) -> (width: Int, height: Int) {
      // It fails for components and samplings that there are not.
      (
        Int(tjPlaneWidth(component, width, sampling)),
        Int(tjPlaneHeight(component, height, sampling))
      )
    }
    let isGrey = sampling == Int32(TJSAMP_GRAY.rawValue)
    let (luma, chroma) = (size(0), isGrey ? (width: 0, height: 0) : size(1))
    offsets = (0, luma.width * luma.height, luma.width * luma.height + chroma.width * chroma.height)
    total = offsets.2 + chroma.width * chroma.height
    if total > memory.count { memory = Memory(count: total) }
    (pointers[0], pointers[1], pointers[2]) = (
      memory.start, memory.start + offsets.1, memory.start + offsets.2
    )
    (strides[0], strides[1], strides[2]) = (
      Int32(luma.width), Int32(chroma.width), Int32(chroma.width)
    )
    func plane(_ offset: Int, _ line: Int, _ width: Int, _ height: Int) -> SamplePlane {
      SamplePlane(
        start: memory.start + offset, bytesPerLine: line, width: width, height: height,
        arrangement: .bytes, kinds: 1)
    }
    let brightness = plane(0, luma.width, Int(width), Int(height))
    guard !isGrey else { return SamplePlanes(luma: brightness) }
    return SamplePlanes(
      luma: brightness, u: plane(offsets.1, chroma.width, chroma.width, chroma.height),
      v: plane(offsets.2, chroma.width, chroma.width, chroma.height))
  }
}
