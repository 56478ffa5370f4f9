import Core
import CScanline
import Imaging

/// Cost of encoding a YUYV frame: by our encoder, and row by row as 4:4:4 scanlines.
///
/// Both sides get the same frames in turn at the same quality, with the same subsampling and the same
/// kind of transform. The memory of both is allocated before the clock runs.
struct EncodeBenchmark: ~Copyable {
  static let sizes = [(640, 480), (1280, 720), (1920, 1080)]
  /// Rounds measured: one frame on each side makes a round.
  private static let roundCount = 250
  /// Rounds before that, which fill caches and settle the clock of the processor.
  private static let warmUpCount = 5
  /// The CPU time after which a slow board stops early, in milliseconds.
  private static let budget = 6_000.0
  private static let quality = 80

  private let scenes: [SceneFrame]
  private let width, height: Int
  private var encoder: JPEGEncoder
  private var row: [UInt8]
  private var output: [UInt8]

  /// A benchmark at one size.
  init(width: Int, height: Int) throws {
    let scenes = (1...4).map { SceneFrame(width: width, height: height, seed: $0) }
    encoder = try JPEGEncoder(layout: scenes[0].layout, quality: Self.quality)
    self.scenes = scenes
    self.width = width
    self.height = height
    row = [UInt8](repeating: 0, count: 3 * width)
    output = [UInt8](repeating: 0, count: 3 * width * height)
  }

  /// Measures both sides by turns and compares the medians.
  mutating func run() throws -> Metric {
    var ours: [Double] = []
    var theirs: [Double] = []
    var spent = 0.0
    for round in 0..<Self.warmUpCount + Self.roundCount where spent < Self.budget {
      let our = try milliseconds { try encode(scene(round)) }
      let their = milliseconds { encodeScanlines(scene(round + 2)) }
      guard round >= Self.warmUpCount else { continue }
      spent += our + their
      ours.append(our)
      theirs.append(their)
    }
    return metric(ours: median(ours), theirs: median(theirs))
  }

  /// Four frames by turns: neither side finds its own in the cache because the other just read it.
  private func scene(_ round: Int) -> [UInt8] {
    scenes[round % scenes.count].bytes
  }

  private func metric(ours: Double, theirs: Double) -> Metric {
    Metric(
      name: "CPU per encoded YUYV frame \(width)×\(height)", ours: "\(hundredths(ours)) ms",
      theirs: "4:4:4 scanlines \(hundredths(theirs)) ms", ratio: ours / theirs, target: 0.7)
  }

  private mutating func encode(_ scene: [UInt8]) throws {
    _ = try scene.withUnsafeBytes { frame in try encoder.encode(frame) { $0.count } }
  }

  private mutating func encodeScanlines(_ scene: [UInt8]) {
    let byteCount = scanline_encode(
      scene, UInt32(width), UInt32(height), Int32(Self.quality), &row, &output, output.count)
    precondition(byteCount > 0, "the scanlines did not fit")
  }
}
