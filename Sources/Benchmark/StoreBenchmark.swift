import Core
import Glibc

/// Cost of a piece in a store with many, against one with few: nothing may look at all of them for one.
///
/// A program tells its most memory only, and begins with that of whoever started it: so this is done in a process of its
/// own, which has others fill the stores.
enum StoreBenchmark {
  private static let few = 1000
  private static let many = 8000
  private static let photoCount = 500
  private static let pictureBytes = 3000
  private static let most = 1.2

  /// The line where no program is named that has the commands.
  static let missing =
    "store | not measured: no program in EXHIBIT_BIN that can | – | – | – | short"

  /// Measures by turns with few and with many; nothing where `EXHIBIT_BIN` names no program that can restore.
  static func run() throws -> [Metric] {
    guard let program = getenv("EXHIBIT_BIN").map({ String(cString: $0) }),
      system("'\(program)' import --help >/dev/null 2>&1") == 0
    else { return [] }
    let small = try MeasuredStore(few, program)
    let large = try MeasuredStore(many, program)
    var metrics: [Metric] = []
    for work in Work.allCases {
      var (ours, theirs): ([MeasuredRun], [MeasuredRun]) = ([], [])
      for _ in 0..<work.roundCount {
        theirs.append(try small.run(work))
        ours.append(try large.run(work))
      }
      metrics += self.metrics(of: work, ours, theirs)
    }
    return metrics
  }

  private static func metrics(
    of work: Work, _ ours: [MeasuredRun], _ theirs: [MeasuredRun]
  ) -> [Metric] {
    let name = "\(work.rawValue), with \(many) pieces"
    let our = median(ours.map(\.milliseconds)) / work.unit(of: many)
    let their = median(theirs.map(\.milliseconds)) / work.unit(of: few)
    let (large, small) = (median(ours.map(\.megabytes)), median(theirs.map(\.megabytes)))
    return [
      Metric(
        name: name, ours: "\(hundredths(our)) ms",
        theirs: "\(few) pieces \(hundredths(their)) ms", ratio: our / their, target: most),
      Metric(
        name: "memory of \(name)", ours: "\(hundredths(large)) MB",
        theirs: "\(few) pieces \(hundredths(small)) MB", ratio: large / small, target: most),
    ]
  }

  /// A task with a store.
  fileprivate enum Work: String, CaseIterable {
    case photo = "a photo"
    case start = "start to ready"
    case list = "list to its first line"
    case verify = "verify, for a piece"
    case rebuild = "store rebuild, for a piece"
    case restore = "restore, for a piece"

    /// Times that it is measured: more often what is short.
    var roundCount: Int {
      switch self {
      case .start, .list: 9
      case .photo, .verify, .rebuild, .restore: 3
      }
    }

    /// Times that it is done in one measurement, of a store with so many pieces.
    func unit(of pieceCount: Int) -> Double {
      switch self {
      case .photo: Double(StoreBenchmark.photoCount)
      case .start, .list: 1
      case .verify, .rebuild, .restore: Double(pieceCount)
      }
    }
  }

  /// Does what the words of `MeasuredStore` ask of a process of this program: `fill`, `photo` or `start`, the path of a
  /// store, and the count of its pieces.
  static func work(_ words: [String]) throws {
    // Before anything is made: a wrong word is no place for a store.
    guard words.count == 3, let count = Int(words[2]),
      ["fill", "photo", "start"].contains(words[0])
    else { preconditionFailure("\(words) is nothing that is measured") }
    let picture = ProofBenchmark.noise(pictureBytes)
    var store = SampleStore(at: words[1], after: words[0] == "fill" ? 0 : count)
    try store.open()
    switch words[0] {
    case "fill": try store.fill(count, with: picture)
    case "photo": try store.fill(photoCount, with: picture)
    default: break
    }
    store.close()
  }
}

/// A store of so many pieces that is worked with, and an export of it.
private struct MeasuredStore {
  private let program: String
  private let pieceCount: Int
  private let folder: TemporaryPlace
  private var store: String { "\(folder.path)/store" }
  private var export: String { "\(folder.path)/export" }

  init(_ pieceCount: Int, _ program: String) throws {
    (self.program, self.pieceCount) = (program, pieceCount)
    folder = try TemporaryPlace(in: Place.memory)
    mkdir(store, 0o750)
    _ = try own("fill", store)
    try command("export", "all", export, "--store", store)
  }

  /// Does `work` with the store, or a copy of it where that changes it.
  func run(_ work: StoreBenchmark.Work) throws -> MeasuredRun {
    let copy = "\(folder.path)/copy"
    defer { erase(copy) }
    switch work {
    case .photo:
      shell("cp -r '\(store)' '\(copy)'")
      return try own("photo", copy)
    case .start: return try own("start", store)
    case .list: return try MeasuredRun([program, "list", "--store", store], toFirstLine: true)
    case .verify: return try command("verify", "--store", store)
    case .rebuild:
      shell("cp -r '\(store)' '\(copy)'")
      return try command("store", "rebuild", "--store", copy)
    case .restore:
      mkdir(copy, 0o750)
      _ = try own("start", copy)
      return try command("import", export, "--store", copy, "--device", "\(copy)/device")
    }
  }

  private func own(_ work: String, _ path: String) throws -> MeasuredRun {
    try MeasuredRun(["/proc/self/exe", work, path, "\(pieceCount)"])
  }

  @discardableResult
  private func command(_ words: String...) throws -> MeasuredRun {
    try MeasuredRun([program] + words)
  }

  private func shell(_ command: String) {
    let status = system(command)
    precondition(status == 0, "'\(command)' failed")
  }

  private func erase(_ path: String) { shell("rm -rf '\(path)'") }
}

/// A program that was run, and what it took.
struct MeasuredRun {
  /// Its processor time.
  let milliseconds: Double
  /// The most memory that it had resident.
  let megabytes: Double

  /// Runs `words`, whose first is a path, to the end, or until the first line is written; it must succeed.
  init(_ words: [String], toFirstLine isShort: Bool = false) throws {
    var (ends, id) = ([Int32](repeating: 0, count: 2), pid_t())
    var actions = posix_spawn_file_actions_t()
    try SystemError.check("pipe") { pipe(&ends) }
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let code = posix_spawn(&id, words[0], &actions, nil, pointers, environ)
    for pointer in pointers { free(pointer) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    precondition(code == 0, "\(words) can't be started")
    MeasuredRun.read(ends[0], toFirstLine: isShort)
    close(ends[0])
    var (status, usage) = (Int32(), rusage())
    try SystemError.check("wait4") { wait4(id, &status, 0, &usage) }
    precondition(status == 0 || isShort, "\(words) failed")
    let (user, kernel) = (usage.ru_utime, usage.ru_stime)
    milliseconds =
      Double(user.tv_sec + kernel.tv_sec) * 1e3 + Double(user.tv_usec + kernel.tv_usec) / 1e3
    megabytes = Double(usage.ru_maxrss) * 1024 / 1e6
  }

  private static func read(_ pipe: Int32, toFirstLine isShort: Bool) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(pipe, &bytes, bytes.count)
      if count <= 0 || isShort && bytes[..<count].contains(UInt8(ascii: "\n")) { return }
    }
  }
}
