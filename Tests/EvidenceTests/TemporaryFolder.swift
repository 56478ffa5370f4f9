import Core
import Glibc
import System

@testable import Evidence

/// A folder of its own for each test; its end removes it.
final class TemporaryFolder {
  let path: String

  init(_ name: String = "exhibit") {
    var template = Array("/tmp/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Folder.erase(path)
  }

  /// The store in this folder, opened for writing.
  func open(
    at now: Moment = .sample(), reopenedWith doubts: Doubts? = nil
  ) throws(Failure) -> Store {
    try Store(setup, at: now, reopenedWith: doubts)
  }

  /// The store in this folder with its device, whose pictures are those of `picture(_:)`.
  var setup: StoreSetup {
    StoreSetup(
      directory: path, device: "\(path)/device",
      program: ProgramFacts(version: "9.9", configurationDigest: "c0ffee"), check: isPicture)
  }

  /// Writes `bytes` as `file`, and the folders that it is in.
  func write(_ bytes: [UInt8], as file: String) throws(SystemError) {
    for (index, character) in file.enumerated() where character == "/" {
      mkdir("\(path)/\(file.prefix(index))", 0o750)
    }
    let descriptor = try FileDescriptor(opening: "\(path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try descriptor.writeAll(UnsafeRawBufferPointer(buffer))
  }

  /// The files with the store's records, as they are now.
  func records() -> [String: [UInt8]] {
    let files = ["exhibit.sqlite", "exhibit.sqlite-wal"]
    return Dictionary(uniqueKeysWithValues: files.map { ($0, read($0) ?? []) })
  }

  /// Puts those of an older state back; the device's folder stays as it is, and so do the files of pieces.
  func putBack(_ records: [String: [UInt8]]) throws(SystemError) {
    for (file, bytes) in records { try write(bytes, as: file) }
    unlink("\(path)/exhibit.sqlite-shm")
  }

  /// The bytes of `file`, or nothing where there is no such file.
  func read(_ file: String) -> [UInt8]? {
    guard let descriptor = try? FileDescriptor(opening: "\(path)/\(file)", O_RDONLY) else {
      return nil  // what the caller asked
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    let count = bytes.withUnsafeMutableBytes {
      Glibc.read(descriptor.number, $0.baseAddress, $0.count)
    }
    return Array(bytes.prefix(max(0, count)))
  }

  /// The files in which the bytes of `text` are, in whatever folder.
  func files(with text: String, in inner: String = "") throws(SystemError) -> [String] {
    var found: [String] = []
    for name in try Folder.names(in: "\(path)/\(inner)") {
      let file = inner.isEmpty ? name : "\(inner)/\(name)"
      if facts(file).st_mode & S_IFMT == S_IFDIR {
        found += try files(with: text, in: file)
      } else if let bytes = read(file), bytes.contains(text) {
        found.append(file)
      }
    }
    return found
  }

  /// What `file` is, and which: its mode, size and inode; links are not followed.
  func identity(of file: String) -> [UInt64] {
    let facts = facts(file)
    return [UInt64(facts.st_mode), UInt64(facts.st_size), UInt64(facts.st_ino)]
  }

  /// What stat(2) says of `file`, links not followed.
  func facts(_ file: String) -> stat {
    var facts = stat()
    lstat("\(path)/\(file)", &facts)
    return facts
  }
}

extension [UInt8] {
  /// Whether the bytes of `text` stand anywhere in it.
  func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return withUnsafeBytes { bytes in
      guard var rest = bytes.baseAddress, let first = text.first else { return false }
      let end = rest + bytes.count
      while let place = memchr(rest, Int32(first), end - rest) {
        if end - UnsafeRawPointer(place) < text.count { return false }
        if memcmp(place, text, text.count) == 0 { return true }
        rest = UnsafeRawPointer(place) + 1
      }
      return false
    }
  }
}

/// A medium of which one kind of call fails, and all else is done.
final class FailingMedium: Medium {
  /// What fails of it.
  enum Fault: Equatable {
    /// The flush of this number, counted from 1.
    case flush(Int)
    case everyFlush
    /// The list of what is in a folder.
    case list(of: String)
    /// All that is done in one of these folders.
    case use(of: [String])
  }

  private let fault: Fault
  private let code: Int32
  private let system = SystemMedium()
  /// How many flushes there were, those that failed included.
  private(set) var flushCount = 0

  init(failing fault: Fault, with code: Int32 = EIO) {
    self.fault = fault
    self.code = code
  }

  func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    flushCount += 1
    if fault == .everyFlush || fault == .flush(flushCount) {
      throw SystemError(call: "fsync", code: code)
    }
    try system.flush(file)
  }

  func checkUse(of path: String) throws(SystemError) {
    try deny(path)
    try system.checkUse(of: path)
  }

  func open(
    _ path: String, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> FileDescriptor {
    try deny(path)
    return try system.open(path, flags, mode: mode)
  }

  private func deny(_ path: String) throws(SystemError) {
    guard case .use(let folders) = fault, folders.contains(where: { path.contains("/\($0)") })
    else { return }
    throw SystemError(call: "open", code: code)
  }

  func names(in path: String) throws(SystemError) -> [String] {
    if fault == .list(of: path) { throw SystemError(call: "readdir", code: code) }
    return try system.names(in: path)
  }
}

extension Moment {
  /// A moment on a board that doesn't know the time.
  static func sample(
    _ seconds: Int = 10, boot: String = "first", wall: WallTime = .unset
  ) -> Moment {
    Moment(bootID: boot, instant: .zero + .seconds(seconds), wall: wall)
  }
}

extension PhotoFacts {
  static func sample(
    _ taken: Moment = .sample(), format: String = "YUYV", orientation: Orientation? = nil,
    of thing: Int? = nil
  ) -> PhotoFacts {
    let planned = taken.instant - .milliseconds(5)
    let series = Series(origin: planned, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 7, byteCount: 1000, stamped: taken.instant)
    var shot = Shot(id: 1, series: series, index: 0, frame: frame)
    (shot.orientation, shot.thing) = (orientation, thing)
    return PhotoFacts(of: shot, taken: taken, width: 640, height: 480, format: format)
  }
}

/// Says that whatever begins and ends as a JPEG picture does is one; zeros may follow it.
private func isPicture(_ bytes: UnsafeRawBufferPointer) -> PictureSize? {
  guard let end = bytes.lastIndex(where: { $0 != 0 }), end >= 3, bytes[0] == 0xFF,
    bytes[1] == 0xD8, bytes[end - 1] == 0xFF, bytes[end] == 0xD9
  else { return nil }
  return PictureSize(width: 64, height: 48)
}

/// The shortest thing that begins and ends as a JPEG picture does, with `text` in it.
func picture(_ text: String = "") -> [UInt8] { [0xFF, 0xD8] + Array(text.utf8) + [0xFF, 0xD9] }

extension Store {
  /// Whether something was deleted long enough ago at the moment `now`.
  mutating func isPurgeDue(at now: Moment) throws -> Bool {
    try facts(at: now).upkeep.purgeAt.map { $0 <= now.instant } ?? false
  }

  /// Whether something can go for its room at the moment `now`.
  mutating func canMakeRoom(at now: Moment) throws -> Bool {
    try facts(at: now).upkeep.canMakeRoom(at: now.instant)
  }

  /// Whether the day of a request is over at the moment `now`.
  mutating func isExpiryDue(at now: Moment) throws -> Bool {
    try facts(at: now).upkeep.isExpiryDue(now.wall)
  }

  /// Inserts `picture(text)`, taken at `taken`.
  mutating func insert(
    _ text: String = "", at taken: Moment = .sample()
  ) throws(Failure) -> StoredPiece {
    try insert(picture(text), of: .sample(taken))
  }

  /// Inserts `bytes`, lent for the call.
  mutating func insert(
    _ bytes: [UInt8], of photo: PhotoFacts
  ) throws(Failure) -> StoredPiece {
    let written = try write(bytes, of: photo)
    return try insert(written, at: photo.taken)
  }

  /// Writes `bytes`, lent for the call, which become no piece yet.
  mutating func write(_ bytes: [UInt8], of photo: PhotoFacts) throws(Failure) -> WrittenPhoto {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    return try write(jpeg: UnsafeRawBufferPointer(buffer), of: photo, at: photo.taken)
  }

  /// Compares all files and rows, and records what is found.
  ///
  /// - Returns: the keys of what people hear of it.
  mutating func settleAll(at now: Moment = .sample()) throws(Failure) -> [String] {
    while !survey.isComplete { try survey(entries: 3) }
    var keys: [String] = []
    while hasFindings { keys += try settle(at: now).map(\.key) }
    return keys
  }

  /// The first column of what `sql` gives.
  func rows(_ sql: String) throws -> [String] {
    var rows: [String] = []
    try archive.database.prepare(sql).run { row in rows.append(row.text(0) ?? "") }
    return rows
  }

  /// The kinds of all records, in their order.
  func kinds() throws -> [String] { try rows("SELECT kind FROM records ORDER BY sequence") }
}

/// The failure of `body`, or nothing if it has none.
func failure(of body: () throws(Failure) -> Void) -> Failure? {
  do throws(Failure) { try body() } catch { return error }
  return nil
}

/// What tests of pieces with several files ask of a store.
extension TemporaryFolder {
  /// What a verification finds, each by its kind and file.
  func flaws() throws -> [String] {
    try Verification(ofStoreIn: path, Trust()).flaws
      .flatMap(\.kept).map { "\($0.kind.rawValue) \($0.file ?? "-")" }
  }

  /// Starts again, and says by their keys what people hear.
  func restart() throws -> [String] {
    var store = try open(at: .sample(20))
    let heard = try store.recover(at: .sample(20)).map(\.key)
    return try heard + store.settleAll()
  }

  /// Piece 1, if there is one.
  func firstPiece() throws -> Piece? { try Archive(directory: path).piece(1) }

  /// Whether there is a file of that name.
  func has(_ file: String) -> Bool { read(file) != nil }
}

extension Store {
  /// The key of the sentence by which it refuses `change` for the button; nil where it makes it.
  mutating func refusal(of change: StoreChange) -> String? {
    do throws(Failure) {
      _ = try make(change, for: .button, at: .sample())
      return nil
    } catch {
      return error.kind == .refused ? error.phrase.key : "\(error)"
    }
  }
}
