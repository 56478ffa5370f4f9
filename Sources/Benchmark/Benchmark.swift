import Core
import CScanline
import Glibc
import Imaging

/// Prints one line for each metric that needs nothing but this machine.
@main
struct Benchmark {
  static func main() throws {
    for (width, height) in EncodeBenchmark.sizes {
      var benchmark = try EncodeBenchmark(width: width, height: height)
      print(try benchmark.run().line)
    }
  }
}

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

/// One line of a benchmark: what was measured on our side, on another, and what was wanted.
struct Metric {
  /// What is measured, of what.
  let name: String
  /// Our figure with its unit, and the other's with its own.
  let ours, theirs: String
  /// Our figure as a part of the other.
  let ratio: Double
  /// The largest ratio that is good enough.
  let target: Double

  /// `metric | ours | against what | ratio | target | met`, or `short` at the end.
  var line: String {
    let verdict = ratio <= target ? "met" : "short"
    return [name, ours, theirs, hundredths(ratio), "≤ \(hundredths(target))", verdict]
      .joined(separator: " | ")
  }
}

/// `value` with two digits after the point.
func hundredths(_ value: Double) -> String {
  Figures.decimal(Int((value * 100).rounded()), digits: 2)
}

/// The CPU time that this process spends in `body`, in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = cpuTime()
  try body()
  return cpuTime() - start
}

/// The middle one of `values`, of which there is at least one.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

private func cpuTime() -> Double {
  var time = timespec()
  // It fails for an unknown clock or an address out of reach only.
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
