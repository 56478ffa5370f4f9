import Glibc

/// Prints one line for each metric that needs nothing but this machine; of stores alone after the word `store`.
@main
struct Benchmark {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case nil: try reportAll()
    case "store":
      let stores = try StoreBenchmark.run().map(\.line)
      for line in stores.isEmpty ? [StoreBenchmark.missing] : stores { report(line) }
    case "turns": TurnBenchmark.work(Array(words.dropFirst()))
    default: try StoreBenchmark.work(words)
    }
  }

  private static func reportAll() throws {
    for (width, height) in EncodeBenchmark.sizes {
      var benchmark = try EncodeBenchmark(width: width, height: height)
      report(try benchmark.run().line)
    }
    var redaction = try RedactionBenchmark()
    report(try redaction.run().line)
    let turns = TurnBenchmark.run().map(\.line)
    for line in turns.isEmpty ? [TurnBenchmark.missing] : turns { report(line) }
    for line in try GlyphBenchmark.lines() { report(line) }
    var proof = try ProofBenchmark()
    for metric in try proof.run() { report(metric.line) }
    for metric in try GrowthBenchmark.run() { report(metric.line) }
    for metric in try PressBenchmark.run() { report(metric.line) }
    report(try VerifyBenchmark.run()?.line ?? VerifyBenchmark.missing)
    let exports = try ExportBenchmark.run().map(\.line)
    for line in exports.isEmpty ? [ExportBenchmark.missing] : exports { report(line) }
    // A shell is short of memory, and so is what it starts.
    let status = system("/proc/$PPID/exe store")
    precondition(status == 0, "the store's benchmark failed")
  }

  /// Prints `line` at once, whoever reads it.
  private static func report(_ line: String) {
    print(line)
    fflush(nil)
  }
}
