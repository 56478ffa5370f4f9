import Glibc

/// Prints one line for each metric that needs nothing but this machine.
@main
struct Benchmark {
  static func main() throws {
    for (width, height) in EncodeBenchmark.sizes {
      var benchmark = try EncodeBenchmark(width: width, height: height)
      report(try benchmark.run().line)
    }
    for line in try GlyphBenchmark.lines() { report(line) }
    var proof = try ProofBenchmark()
    for metric in try proof.run() { report(metric.line) }
    for metric in try GrowthBenchmark.run() { report(metric.line) }
    for metric in try PressBenchmark.run() { report(metric.line) }
    report(try VerifyBenchmark.run()?.line ?? VerifyBenchmark.missing)
    let exports = try ExportBenchmark.run().map(\.line)
    for line in exports.isEmpty ? [ExportBenchmark.missing] : exports { report(line) }
  }

  /// Prints `line` at once, whoever reads it.
  private static func report(_ line: String) {
    print(line)
    fflush(nil)
  }
}
