import CJPEG
import Core
import Imaging

/// Cost of a copy in which a face is blank: by our redaction of coefficients, and by decoding the picture, filling the
/// part and encoding it again, which loses detail everywhere.
///
/// Both sides get the same pictures in turn. The memory of the other is allocated before the clock runs.
struct RedactionBenchmark {
  private static let (width, height) = (4608, 2592)
  private static let area = PixelArea(x: 1800, y: 700, width: 700, height: 900)
  private static let quality = 90
  /// Rounds measured: one picture on each side makes a round.
  private static let roundCount = 40
  /// Rounds before that.
  private static let warmUpCount = 3
  /// The CPU time after which a slow board stops early, in milliseconds.
  private static let budget = 6_000.0

  private let pictures: [[UInt8]]
  private var peer = DecodingRedaction(width: width, height: height, quality: Int32(quality))

  /// One of pictures as a large camera takes them.
  init() throws {
    pictures = try (UInt64(1)...2).map { seed in
      let scene = SceneFrame(width: Self.width, height: Self.height, seed: seed)
      return try scene.bytes.withUnsafeBytes {
        try JPEGEncoder.jpeg(of: $0, scene.layout, quality: Self.quality)
      }
    }
  }

  /// Measures both sides by turns and compares the medians.
  mutating func run() throws -> Metric {
    var (ours, theirs, spent) = ([Double](), [Double](), 0.0)
    for round in 0..<Self.warmUpCount + Self.roundCount where spent < Self.budget {
      let picture = pictures[round % pictures.count]
      let our = try milliseconds {
        _ = try picture.withUnsafeBytes { try JPEGRedaction.redacted($0, [Self.area]) }
      }
      let their = milliseconds { peer.redact(picture, Self.area) }
      guard round >= Self.warmUpCount else { continue }
      spent += our + their
      ours.append(our)
      theirs.append(their)
    }
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "CPU per copy without a face, \(Self.width)×\(Self.height)",
      ours: "\(hundredths(our)) ms", theirs: "decode, fill and encode \(hundredths(their)) ms",
      ratio: our / their, target: 0.8)
  }
}

/// The usual way: all of the picture is decoded, and encoded again.
private final class DecodingRedaction {
  private let decoder = tjInitDecompress()
  private let encoder = tjInitCompress()
  private let width, height, quality: Int32
  private var pixels: [UInt8]
  private var output: UnsafeMutablePointer<UInt8>?
  private var outputByteCount: UInt

  init(width: Int, height: Int, quality: Int32) {
    (self.width, self.height, self.quality) = (Int32(width), Int32(height), quality)
    pixels = [UInt8](repeating: 0, count: 3 * width * height)
    outputByteCount = tjBufSize(Int32(width), Int32(height), Int32(TJSAMP_420.rawValue))
    output = tjAlloc(Int32(outputByteCount))
  }

  deinit {
    tjDestroy(decoder)
    tjDestroy(encoder)
    tjFree(output)
  }

  func redact(_ picture: [UInt8], _ area: PixelArea) {
    let (pitch, format) = (3 * width, Int32(TJPF_RGB.rawValue))
    let isDecoded = tjDecompress2(
      decoder, picture, UInt(picture.count), &pixels, width, pitch, height, format, 0)
    for row in area.y..<area.y + area.height {
      let start = row * Int(pitch) + 3 * area.x
      for index in start..<start + 3 * area.width { pixels[index] = 128 }
    }
    var byteCount = outputByteCount
    let isEncoded = tjCompress2(
      encoder, pixels, width, pitch, height, format, &output, &byteCount,
      Int32(TJSAMP_420.rawValue), quality, TJFLAG_NOREALLOC)
    precondition(isDecoded == 0 && isEncoded == 0, "the other side failed")
  }
}
