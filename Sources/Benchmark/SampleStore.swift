import Board
import Core
import Evidence
import Glibc
import System

/// A store with made-up photos, in a folder of its own that goes with this value.
struct SampleStore: ~Copyable {
  /// Folder with the store and its device.
  let path: String
  // Spelled out because `?` would have it set before all others, on which Swift 6.0.3 breaks off.
  private var store: Optional<Store>
  private var shots = 0

  private let folder: TemporaryPlace?

  /// A store in a new folder in `parent`, still closed; it begins empty.
  init(in parent: String) throws {
    let folder = try TemporaryPlace(in: parent)
    path = folder.path
    self.folder = folder
    store = nil
  }

  /// The store in the folder `path`, still closed, after so many photos; it stays there.
  init(at path: String, after shots: Int) {
    self.path = path
    folder = nil
    store = nil
    self.shots = shots
  }

  /// Begins with the database of `other`, which is closed, and without its pictures.
  mutating func copyDatabase(of other: borrowing SampleStore) {
    let files = "'\(other.path)/device' '\(other.path)'/exhibit.sqlite*"
    let status = system("cp -r \(files) '\(path)/'")
    precondition(status == 0, "\(other.path) could not be copied")
    shots = other.shots
  }

  /// Opens the store, up to where the program is ready for a press.
  mutating func open() throws {
    var opened = try Store(setup, at: moment)
    _ = try opened.recover(at: moment)
    store = consume opened
  }

  mutating func close() { store = nil }

  /// Makes `picture` a durable piece of evidence.
  mutating func insert(_ picture: [UInt8]) throws {
    shots += 1
    let (facts, now) = (facts, moment)
    try picture.withUnsafeBytes { bytes in
      guard let photo = try store?.write(jpeg: bytes, of: facts, at: now) else { return }
      _ = try store?.insert(photo, at: now)
    }
  }

  /// Does the store's housekeeping, if it is due.
  mutating func tidy() throws {
    if store?.isCheckpointDue ?? false { try store?.checkpoint() }
  }

  /// Inserts so many of `picture`.
  mutating func fill(_ count: Int, with picture: [UInt8]) throws {
    for _ in 0..<count {
      try insert(picture)
      try tidy()
    }
  }

  /// Where a store is.
  var setup: StoreSetup {
    StoreSetup(
      directory: path, device: "\(path)/device", program: ProgramFacts(version: "benchmark")
    ) { _ in PictureSize(width: 1280, height: 720) }
  }

  /// A photo a second.
  private var moment: Moment {
    Moment(
      bootID: "6f1ad2a8-5b52-4b5d-9f1d-3a0e3b6a7c11", instant: .zero + .seconds(shots),
      wall: .synchronised(1_790_000_000_000_000 + 1_000_000 * Int64(shots)))
  }

  private var facts: PhotoFacts {
    let now = moment
    let series = Series(origin: now.instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: UInt32(shots), byteCount: 97_000, stamped: now.instant)
    var shot = Shot(id: shots, series: series, index: 0, frame: frame)
    shot.camera = CameraMode(
      path: "/dev/video0", card: "Benchmark", driver: "uvcvideo", format: "MJPG", width: 1280,
      height: 720, framesPerSecond: 30)
    return PhotoFacts(of: shot, taken: now, width: 1280, height: 720, format: "MJPG")
  }
}

/// A new folder, which goes with this value.
final class TemporaryPlace {
  let path: String

  init(in parent: String) throws {
    var template = Array("\(parent)/exhibit-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(errnoOf: "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Folder.erase(path) }
}

/// Where stores are made for a measurement.
enum Place {
  /// Memory: what is measured there is our own work, and not a disk's.
  static let memory = "/dev/shm"
  /// A disk, unless the machine has none.
  static let disk = "/var/tmp"
}
