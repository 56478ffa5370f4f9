/// Prints one line for each metric that needs nothing but this machine.
@main
struct Benchmark {
  static func main() throws {
    for (width, height) in EncodeBenchmark.sizes {
      var benchmark = try EncodeBenchmark(width: width, height: height)
      print(try benchmark.run().line)
    }
    var proof = try ProofBenchmark()
    for metric in try proof.run() { print(metric.line) }
    for metric in try GrowthBenchmark.run() { print(metric.line) }
    print(try VerifyBenchmark.run()?.line ?? VerifyBenchmark.missing)
  }
}
