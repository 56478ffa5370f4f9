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
