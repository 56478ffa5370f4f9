import Core

/// The three planes of a 4:2:0 picture, where libjpeg-turbo is to read them.
struct Planes {
  /// The first sample of each plane; luma has an even number of columns and rows.
  let luma, u, v: UnsafePointer<UInt8>
  /// Bytes from one row to the next.
  let lumaStride, chromaStride: Int
}

/// Turns raw frames of one layout into 4:2:0 planes, with room for those that a frame lacks.
///
/// A plane that lies in the frame as it must be is used there: all of YU12, and the luma of NV12.
/// TurboJPEG counts an odd side up to the next even number and reads a sample where the frame has none,
/// so with an odd side the luma is copied too and its last column or row is repeated.
struct PlaneBuffer: ~Copyable {
  private let layout: FrameLayout
  private let memory: Memory<UInt8>
  /// The mean chroma of two rows of YUYV, `U V U V`.
  private let chromaRow: Memory<UInt8>

  /// Allocates for frames of `layout`, whose shape has been checked.
  init(layout: FrameLayout) {
    self.layout = layout
    memory = Memory(count: 6 * layout.chromaWidth * layout.chromaHeight)
    chromaRow = Memory(count: 2 * layout.chromaWidth)
  }

  /// Lends the planes of `frame`, which has every byte of the layout.
  func withPlanes<Answer>(of frame: UnsafeRawPointer, _ body: (Planes) -> Answer) -> Answer {
    switch layout.format {
    case .mjpeg: preconditionFailure("an MJPEG frame has no planes")
    case .yuyv: body(planes(ofYUYV: frame))
    case .nv12: body(planes(ofNV12: frame))
    case .yu12: body(planes(ofYU12: frame))
    }
  }

  private func planes(ofYUYV frame: UnsafeRawPointer) -> Planes {
    for row in 0..<layout.chromaHeight {
      let upper = frame + 2 * row * layout.bytesPerLine
      let lower = frame + min(2 * row + 1, layout.height - 1) * layout.bytesPerLine
      PixelRow.copyLuma(fromYUYV: upper, pixelCount: evenWidth, to: lumaRow(2 * row))
      PixelRow.copyLuma(fromYUYV: lower, pixelCount: evenWidth, to: lumaRow(2 * row + 1))
      PixelRow.averageChroma(
        ofYUYV: upper, and: lower, pixelCount: evenWidth, to: chromaRow.start)
      PixelRow.splitChroma(
        ofNV12: chromaRow.start, count: layout.chromaWidth, u: uRow(row), v: vRow(row))
    }
    repeatLastColumn()
    return Planes(
      luma: lumaRow(0), u: uRow(0), v: vRow(0),
      lumaStride: evenWidth, chromaStride: layout.chromaWidth)
  }

  private func planes(ofNV12 frame: UnsafeRawPointer) -> Planes {
    let chroma = frame + layout.bytesPerLine * layout.height
    for row in 0..<layout.chromaHeight {
      PixelRow.splitChroma(
        ofNV12: chroma + row * layout.bytesPerLine, count: layout.chromaWidth,
        u: uRow(row), v: vRow(row))
    }
    let luma = evenLuma(of: frame)
    return Planes(
      luma: luma.start, u: uRow(0), v: vRow(0),
      lumaStride: luma.stride, chromaStride: layout.chromaWidth)
  }

  private func planes(ofYU12 frame: UnsafeRawPointer) -> Planes {
    let stride = layout.chromaBytesPerLine
    let u = frame + layout.bytesPerLine * layout.height
    let v = u + stride * layout.chromaHeight
    let luma = evenLuma(of: frame)
    return Planes(
      luma: luma.start, u: u.assumingMemoryBound(to: UInt8.self),
      v: v.assumingMemoryBound(to: UInt8.self),
      lumaStride: luma.stride, chromaStride: stride)
  }

  /// The luma plane at the start of `frame`, or a copy with even sides where it has an odd one.
  private func evenLuma(of frame: UnsafeRawPointer) -> (start: UnsafePointer<UInt8>, stride: Int) {
    guard layout.isOdd else {
      return (frame.assumingMemoryBound(to: UInt8.self), layout.bytesPerLine)
    }
    for row in 0..<2 * layout.chromaHeight {
      let source = frame + min(row, layout.height - 1) * layout.bytesPerLine
      UnsafeMutableRawPointer(lumaRow(row)).copyMemory(from: source, byteCount: layout.width)
    }
    repeatLastColumn()
    return (UnsafePointer(lumaRow(0)), evenWidth)
  }

  private func repeatLastColumn() {
    guard !layout.width.isMultiple(of: 2) else { return }
    for row in 0..<2 * layout.chromaHeight {
      lumaRow(row)[layout.width] = lumaRow(row)[layout.width - 1]
    }
  }

  /// Samples a row of the luma plane.
  private var evenWidth: Int { 2 * layout.chromaWidth }

  private func lumaRow(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    memory.start + row * evenWidth
  }

  private func uRow(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    memory.start + (4 * layout.chromaHeight + row) * layout.chromaWidth
  }

  private func vRow(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    memory.start + (5 * layout.chromaHeight + row) * layout.chromaWidth
  }
}
