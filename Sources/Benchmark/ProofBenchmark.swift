import CFlushCount
import CSQLite
import Core
import Glibc
import System

/// What it costs that a photo can be proved: the store against one that neither chains nor signs.
struct ProofBenchmark: ~Copyable {
  /// Photos measured on each side; a whole number of checkpoints, which are counted in.
  private static let photoCount = 128
  /// Photos before that, which make files and logs as long as they stay.
  private static let warmUpCount = 64
  /// What a photo may take on the medium beside its JPEG, and how much of it for the proof, in kB.
  private static let mostBeside = 48.0
  private static let mostForProof = 12.0
  /// The block in which ext4 keeps a file's facts; no write(2) shows it.
  private static let attributeBytes = 4096

  /// What so many photos have cost.
  private struct Cost {
    var milliseconds: [Double] = []
    var flushes = 0.0
    var kilobytes = 0.0
  }

  private var store: SampleStore
  private var plain: PlainStore
  private let picture: [UInt8]
  private let payload: String

  /// Two empty stores on a disk.
  init() throws {
    var store = try SampleStore(in: Place.disk)
    let picture = ProofBenchmark.noise(97_000)
    try store.open()
    try store.insert(picture)
    payload = ProofBenchmark.latestPayload(in: store.path)
    plain = PlainStore(in: store.path)
    self.picture = picture
    self.store = store
  }

  /// Measures both sides by turns, and what each writes.
  mutating func run() throws -> [Metric] {
    var (ours, theirs) = (Cost(), Cost())
    for round in 0..<ProofBenchmark.warmUpCount + ProofBenchmark.photoCount {
      let (our, their) = (try insertOurs(), try insertTheirs())
      guard round >= ProofBenchmark.warmUpCount else { continue }
      ProofBenchmark.add(our, to: &ours)
      ProofBenchmark.add(their, to: &theirs)
    }
    return ProofBenchmark.metrics(ours, theirs)
  }

  private mutating func insertOurs() throws -> Cost {
    var cost = try ProofBenchmark.cost {
      try store.insert(picture)
      try store.tidy()
    }
    cost.kilobytes += Double(ProofBenchmark.attributeBytes) / 1000
    return cost
  }

  private mutating func insertTheirs() throws -> Cost {
    try ProofBenchmark.cost {
      try plain.insert(picture, payload)
      plain.tidy()
    }
  }

  private static func cost(of work: () throws -> Void) throws -> Cost {
    let (flushes, bytes) = (flush_count(), try writtenBytes())
    let time = try milliseconds(work)
    return Cost(
      milliseconds: [time], flushes: Double(flush_count() - flushes),
      kilobytes: Double(try writtenBytes() - bytes) / 1000)
  }

  private static func add(_ cost: Cost, to sum: inout Cost) {
    sum.milliseconds += cost.milliseconds
    sum.flushes += cost.flushes / Double(photoCount)
    sum.kilobytes += cost.kilobytes / Double(photoCount)
  }

  private static func metrics(_ ours: Cost, _ theirs: Cost) -> [Metric] {
    let (our, their) = (median(ours.milliseconds), median(theirs.milliseconds))
    let beside = ours.kilobytes - 97
    let proof = ours.kilobytes - theirs.kilobytes
    return [
      Metric(
        name: "CPU per photo with its proof", ours: "\(hundredths(our)) ms",
        theirs: "without \(hundredths(their)) ms", ratio: our / their, target: 2),
      Metric(
        name: "flushes per photo with its proof", ours: hundredths(ours.flushes),
        theirs: "without \(hundredths(theirs.flushes))", ratio: ours.flushes / theirs.flushes,
        target: 1),
      Metric(
        name: "bytes of a photo's proof", ours: "\(hundredths(proof)) kB",
        theirs: "the limit \(hundredths(mostForProof)) kB", ratio: proof / mostForProof, target: 1),
      Metric(
        name: "bytes written beside the JPEG", ours: "\(hundredths(beside)) kB",
        theirs: "the limit \(hundredths(mostBeside)) kB", ratio: beside / mostBeside, target: 1),
    ]
  }

  /// What this process has written so far (proc_pid_io(5)).
  private static func writtenBytes() throws -> Int {
    let text = String(
      decoding: try File.bytes(at: "/proc/self/io", limit: 4096) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") } ?? ""
    return Int(line.split(separator: " ").last ?? "") ?? 0
  }

  private static func latestPayload(in store: String) -> String {
    var (database, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    sqlite3_open("\(store)/exhibit.sqlite", &database)
    let sql = "SELECT payload FROM records WHERE kind = 'photo.stored'"
    sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
      preconditionFailure("the store has no photo")
    }
    let payload = String(cString: text)
    sqlite3_finalize(statement)
    sqlite3_close(database)
    return payload
  }

  /// Bytes that nothing can make shorter, as a JPEG picture's.
  static func noise(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
