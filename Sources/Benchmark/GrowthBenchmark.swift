import Board
import Core
import Evidence

/// What a store with many pieces costs against one with few.
enum GrowthBenchmark {
  private static let few = 100
  private static let many = 100_000
  private static let photoCount = 200
  /// Fewer, because a disk takes its time.
  private static let flushedCount = 64
  private static let startCount = 15
  private static let listCount = 50
  /// As small as a file can be: its own cost, which doesn't grow, is to hide nothing.
  private static let picture = [UInt8](repeating: 0xFF, count: 16)

  /// Measures insertion with and without the disk, start and list.
  static func run() throws -> [Metric] {
    var small = try SampleStore(in: Place.memory)
    var large = try SampleStore(in: Place.memory)
    try small.open()
    try large.open()
    try small.fill(few, with: picture)
    try large.fill(many, with: picture)
    return [
      try insertion(&small, &large), try start(&small, &large), try list(small, large),
      try insertionOnDisk(small, large),
    ]
  }

  private static func insertion(
    _ small: inout SampleStore, _ large: inout SampleStore
  ) throws -> Metric {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<photoCount {
      theirs.append(try milliseconds { try small.insert(picture) })
      ours.append(try milliseconds { try large.insert(picture) })
      try small.tidy()
      try large.tidy()
    }
    return metric("insert, without the disk", ours, theirs, most: 1.2)
  }

  private static func start(
    _ small: inout SampleStore, _ large: inout SampleStore
  ) throws -> Metric {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<startCount {
      small.close()
      large.close()
      theirs.append(try milliseconds { try small.open() })
      ours.append(try milliseconds { try large.open() })
    }
    small.close()
    large.close()
    return metric("start to ready", ours, theirs, most: 2)
  }

  private static func list(
    _ small: borrowing SampleStore, _ large: borrowing SampleStore
  ) throws -> Metric {
    let few = try ListedStore(small.setup)
    let many = try ListedStore(large.setup)
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<listCount {
      theirs.append(try milliseconds { try few.list() })
      ours.append(try milliseconds { try many.list() })
    }
    return metric("list of the latest 50", ours, theirs, most: 1.2)
  }

  private static func insertionOnDisk(
    _ small: borrowing SampleStore, _ large: borrowing SampleStore
  ) throws -> Metric {
    var few = try SampleStore(in: Place.disk)
    var many = try SampleStore(in: Place.disk)
    few.copyDatabase(of: small)
    many.copyDatabase(of: large)
    try few.open()
    try many.open()
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<flushedCount {
      theirs.append(try elapsedMilliseconds { try few.insert(picture) })
      ours.append(try elapsedMilliseconds { try many.insert(picture) })
      try few.tidy()
      try many.tidy()
    }
    return metric("insert, flushed to the disk", ours, theirs, most: 1.2)
  }

  private static func metric(
    _ name: String, _ ours: [Double], _ theirs: [Double], most: Double
  ) -> Metric {
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "\(name), with \(many) pieces", ours: "\(hundredths(our)) ms",
      theirs: "\(few) pieces \(hundredths(their)) ms", ratio: our / their, target: most)
  }
}

/// A store that is open as the program has it open, for the list that its console prints.
private struct ListedStore: ~Copyable {
  private var store: BoardStore

  init(_ setup: StoreSetup) throws {
    store = BoardStore(setup)
    _ = try store.open(at: Moment(bootID: "list", instant: .zero, wall: .unset))
  }

  func list() throws { _ = try store.opened().answer(.pieces(.all), asJSON: true) }
}
