import Glibc

/// How long `exhibit verify` takes for a store, against `openssl dgst -sha256` for its files.
enum VerifyBenchmark {
  private static let photoCount = 200
  private static let pictureBytes = 500_000
  private static let roundCount = 5

  /// What is printed where the program has no such command yet.
  static let missing =
    "verify | not measured: no program in EXHIBIT_BIN that can | – | – | – | short"

  /// Measures both by turns; nil where `EXHIBIT_BIN` names no program that can verify.
  static func run() throws -> Metric? {
    guard let program = getenv("EXHIBIT_BIN").map({ String(cString: $0) }),
      system("'\(program)' verify --help >/dev/null 2>&1") == 0
    else { return nil }
    var store = try SampleStore(in: Place.memory)
    try store.open()
    try store.fill(photoCount, with: ProofBenchmark.noise(pictureBytes))
    store.close()
    let files = "find '\(store.path)/evidence' -name '*.jpg' -print0"
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<roundCount {
      theirs.append(processorTime(of: "\(files) | xargs -0 openssl dgst -sha256"))
      ours.append(processorTime(of: "'\(program)' verify --store '\(store.path)'"))
    }
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "verify, \(photoCount) photos of 0.5 MB", ours: "\(hundredths(our)) ms",
      theirs: "openssl dgst -sha256 \(hundredths(their)) ms", ratio: our / their, target: 1.25)
  }

  /// The CPU time of `command`, which must succeed, in milliseconds.
  static func processorTime(of command: String) -> Double {
    let before = childrensTime()
    let status = system("{ \(command); } >/dev/null")
    precondition(status == 0, "'\(command)' failed")
    return childrensTime() - before
  }

  private static func childrensTime() -> Double {
    var usage = rusage()
    // It fails for an unknown word or an address out of reach only.
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let (user, kernel) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + kernel.tv_sec) * 1e3 + Double(user.tv_usec + kernel.tv_usec) / 1e3
  }
}
