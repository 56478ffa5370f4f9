@testable import Imaging

/// A PNG picture of any kind, with made-up samples.
struct SamplePNG {
  /// What a pixel is made of, with the number that the format has for it.
  enum Kind: UInt8, CaseIterable {
    case grey = 0
    case colours = 2
    case palette = 3
    case greyAlpha = 4
    case coloursAlpha = 6

    var channelCount: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .colours: 3
      case .coloursAlpha: 4
      }
    }

    /// The bits that a sample may have.
    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .colours, .greyAlpha, .coloursAlpha: [8, 16]
      }
    }
  }

  /// First column and row of each pass, and the distance to the next (ISO/IEC 15948, 8.2).
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  var width = 13, height = 11
  var kind = Kind.grey
  var depth = 8
  var isInterlaced = false
  /// Content of the chunk that says what is transparent.
  var transparency: [UInt8]? = nil

  private var largest: Int { (1 << depth) - 1 }

  /// The samples of a pixel, each of `depth` bits.
  func samples(_ x: Int, _ y: Int) -> [Int] {
    (0..<kind.channelCount).map { (x * 37 + y * 91 + $0 * 53) * (largest / 3 + 1) & largest }
  }

  /// The colours of the palette.
  var colours: [[Int]] {
    (0...min(largest, 255)).map { [$0 * 7 & 255, ($0 * 13 + 40) & 255, ($0 * 29 + 90) & 255] }
  }

  /// The brightness of a pixel that is opaque, or what is seen of it before grey.
  func luma(_ x: Int, _ y: Int, opacity: Int? = nil) -> UInt8 {
    let samples = samples(x, y).map { ($0 * 255 + largest / 2) / largest }
    let channels = kind == .palette ? colours[self.samples(x, y)[0]] : samples
    let isGrey = kind == .grey || kind == .greyAlpha
    let luma =
      isGrey
      ? channels[0] : (54 * channels[0] + 183 * channels[1] + 19 * channels[2] + 128) >> 8
    let hasAlpha = kind == .greyAlpha || kind == .coloursAlpha
    guard let alpha = hasAlpha ? channels.last : opacity else { return UInt8(luma) }
    return UInt8((luma * alpha + 128 * (255 - alpha) + 127) / 255)
  }

  /// The brightness of all pixels, row by row.
  var plane: [UInt8] { (0..<width * height).map { luma($0 % width, $0 / width) } }

  /// The file.
  var bytes: [UInt8] {
    var file = PNGWriter.signature
    file += PNGWriter.chunk("IHDR", header)
    if kind == .palette {
      file += PNGWriter.chunk("PLTE", colours.flatMap { $0.map(UInt8.init) })
    }
    if let transparency { file += PNGWriter.chunk("tRNS", transparency) }
    file += PNGWriter.chunk("IDAT", data)
    file += PNGWriter.chunk("IEND", [])
    return file
  }

  /// Content of the chunk that comes first.
  var header: [UInt8] {
    var header = PNGWriter.big(width)
    header += PNGWriter.big(height)
    header += [UInt8(depth), kind.rawValue, 0, 0, isInterlaced ? 1 : 0]
    return header
  }

  private var data: [UInt8] {
    var writer = PNGWriter(width: width * kind.channelCount, height: height, palette: [0])
    for (left, top, across, down) in isInterlaced ? SamplePNG.passes : [(0, 0, 1, 1)] {
      let columns = Array(stride(from: left, to: width, by: across))
      guard !columns.isEmpty else { continue }
      for y in stride(from: top, to: height, by: down) { writer.append(row(y, columns)) }
    }
    return writer.zlib
  }

  private func row(_ y: Int, _ columns: [Int]) -> [UInt8] {
    var bits: [UInt8] = []
    for sample in columns.flatMap({ samples($0, y) }) {
      for bit in (0..<depth).reversed() { bits.append(UInt8(sample >> bit & 1)) }
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) }
    }
  }
}
