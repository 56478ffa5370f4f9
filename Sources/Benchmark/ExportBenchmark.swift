import Core
import Glibc

/// How long `exhibit export` takes, which reads back all that it wrote, against `cp` and a flush of the same files; and
/// how soon the light answers a press meanwhile.
enum ExportBenchmark {
  private static let photoCount = 1000
  private static let pictureBytes = 100_000
  private static let roundCount = 3

  /// What is printed where the program has no such command yet.
  static let missing =
    "export | not measured: no program in EXHIBIT_BIN that can | – | – | – | short"

  /// Measures both by turns; nothing where `EXHIBIT_BIN` names no program that can export.
  static func run() throws -> [Metric] {
    guard let program = getenv("EXHIBIT_BIN").map({ String(cString: $0) }),
      system("'\(program)' export --help >/dev/null 2>&1") == 0
    else { return [] }
    var store = try SampleStore(in: Place.disk)
    try store.open()
    try store.fill(photoCount, with: ProofBenchmark.noise(pictureBytes))
    store.close()
    let made = "\(store.path)/export"
    let export = export(by: program, of: store.path, to: made)
    return [
      speed(of: program, on: store.path), another(by: program, of: store.path),
      try answer(during: "while :; do rm -rf '\(made)'; \(export); done"),
    ]
  }

  /// Of exports that `program` makes of the store at `path`, each against a copy of it.
  ///
  /// Each round has new folders: an ext4 without a journal looks long for a free inode where many went just before.
  private static func speed(of program: String, on path: String) -> Metric {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 1...roundCount {
      let (made, copied) = ("\(path)/export-\(round)", "\(path)/copy-\(round)")
      run("sync")
      ours.append(elapsedMilliseconds { run(export(by: program, of: path, to: made)) })
      run("sync")
      theirs.append(
        elapsedMilliseconds {
          run("cp -r '\(made)' '\(copied)' && find '\(copied)' -type f -exec sync {} +")
        })
    }
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "export, \(photoCount) photos of 0.1 MB", ours: "\(hundredths(our)) ms",
      theirs: "cp and a flush of the same files \(hundredths(their)) ms", ratio: our / their,
      target: 1.5)
  }

  /// Of exports into a folder that has the same already, which read no picture, each against going through the store.
  private static func another(by program: String, of path: String) -> Metric {
    let made = "\(path)/export-\(roundCount)"
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 1...roundCount {
      ours.append(elapsedMilliseconds { run(export(by: program, of: path, to: made)) })
      theirs.append(elapsedMilliseconds { run("'\(program)' verify '\(path)' >/dev/null") })
    }
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "another export of the same, \(photoCount) photos of 0.1 MB",
      ours: "\(hundredths(our)) ms",
      theirs: "exhibit verify of the store \(hundredths(their)) ms", ratio: our / their,
      target: 1.5)
  }

  /// The light's answer to a press while `exports` run, against that while nothing does.
  private static func answer(during exports: String) throws -> Metric {
    let quiet = median(try PressBenchmark.answers(hangingIn: nil))
    var group: pid_t = 0
    // The shell leads a group of its own, which ends with all that it started.
    let words: [String] = ["sh", "-c", exports]
    let shell: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in shell { free(word) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let failure = posix_spawn(&group, "/bin/sh", nil, &attributes, shell, environ)
    precondition(failure == 0, "no shell could be started")
    defer {
      kill(-group, SIGKILL)
      waitpid(group, nil, 0)
    }
    let busy = median(try PressBenchmark.answers(hangingIn: nil))
    return Metric(
      name: "light's answer to a press during an export", ours: "\(hundredths(busy)) ms",
      theirs: "without one \(hundredths(quiet)) ms", ratio: busy / quiet, target: 2)
  }

  private static func export(by program: String, of store: String, to place: String) -> String {
    "'\(program)' export all '\(place)' --store '\(store)' >/dev/null 2>&1"
  }

  private static func run(_ command: String) {
    let status = system(command)
    precondition(status == 0, "'\(command)' failed")
  }
}
