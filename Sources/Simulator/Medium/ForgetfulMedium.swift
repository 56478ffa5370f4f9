import Core
import Evidence
import Glibc
import System
import VirtualDevices

/// A medium that forgets: real files, and an account of what a power cut would leave of them.
///
/// What is read is the kernel's memory, as always. What was not flushed when the power goes off is lost, or only some
/// of it is, or it comes in another order. Each call may fail.
package final class ForgetfulMedium: Medium {
  /// Folder that it is mounted on.
  package let root: String
  /// Name of the VFS by which databases on it are opened.
  package let databaseSystem: String?
  private enum Power { case on, off, pulled }

  private var power = Power.on
  /// How often it has come back: files that were open then are lost.
  private(set) var generation = 0
  /// What comes between it and its calls.
  var faults = MediumFaults()
  /// Files whose bytes were durable when somebody removed their name.
  private(set) var deleted: [String] = []
  /// How many pages of databases were written, their logs aside.
  var pageCount = 0
  /// The `errno` of the latest fault.
  private(set) var lastError: Int32 = 0
  private var names: MediumNames
  private var random: RandomGenerator
  private var vfs: DatabaseSystem?
  private let system = SystemMedium()
  /// What its flushes take and what it says of its room.
  var card = VirtualMedium()

  /// An empty medium in the folder `root`, which is made.
  package init(_ root: String, _ random: RandomGenerator) {
    mkdir(root, 0o750)
    self.root = ForgetfulMedium.canonical(root)
    self.random = random
    names = MediumNames(in: self.root)
    databaseSystem = "forgetful-\(self.root)"
    vfs = DatabaseSystem(of: self, named: "forgetful-\(self.root)")
  }

  /// Folder of the store on it.
  package var store: String { "\(root)/store" }

  /// The path without links in it.
  private static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  // Asked by way of the medium: Swift 6.0 can't read a stored property of a class through a noncopyable value.

  /// Whether the power is off: nothing can be done any more.
  var isOff: Bool { power == .off }

  /// Whether it was pulled out of the board, which runs on.
  var isPulled: Bool { power == .pulled }

  /// Folder of the device on it.
  var device: String { "\(root)/device" }

  /// It is as slow and as large as `card` from now on.
  func become(like card: VirtualMedium) { self.card = card }

  /// `fault` happens at the first call that it concerns, once `calls` more have been made.
  func fail(_ fault: MediumFault, after calls: Int) { faults.add(fault, after: calls) }

  /// Nothing fails any longer; one that was pulled out is plugged in again.
  func mend() {
    faults.removeAll()
    if isPulled { turnOn() }
  }

  /// The power goes off: what is done from now on is not done.
  func turnOff() { power = .off }

  /// It is pulled out of the board, as a stick may be; all that is tried with it fails.
  func pull() { power = .pulled }

  /// After a power cut, with everybody gone, or once it is plugged in again: the real files become what is left.
  package func turnOn() {
    power = .on
    generation += 1
    faults.end()
    let before = names
    names.cutPower(&random)
    for path in before.present.keys where names.present[path] == nil { remove(path) }
    for (path, entry) in names.present.sorted(by: { $0.key < $1.key }) {
      // What is open still is another file from now on, and so is what SQLite shares of it.
      let isDatabase = path.hasSuffix(".sqlite")
      if isDatabase { for suffix in ["", "-shm"] { remove(path + suffix) } }
      restore(entry, at: path, instead: isDatabase ? nil : before.present[path])
    }
  }

  /// Whether the file at `path` survives a power cut as it is now.
  package func isDurable(_ path: String) -> Bool {
    guard case .file(let file)? = names.present[path] else { return false }
    return file.isDurable && names.isDurable(path)
  }

  /// Writes to the folder `copy` what a power cut now would leave at least of the `files` in `folder`.
  func copyLeast(of files: [String], in folder: String, to copy: String) {
    Folder.erase(copy)
    mkdir(copy, 0o750)
    for file in files {
      guard let known = self.file("\(folder)/\(file)"), names.isDurable("\(folder)/\(file)")
      else { continue }
      ForgetfulMedium.fill("\(copy)/\(file)", with: known.flushed)
    }
  }

  /// Asks whether `call` may be made; throws what happens instead.
  func begin(_ call: MediumCall) throws(SystemError) {
    if let fault = fault(in: call) { throw SystemError(call: "\(call)", code: fault.code) }
  }

  /// What happens to `call`, which is counted.
  func fault(in call: MediumCall) -> MediumFault? {
    if isOff { return .powerCut }
    if isPulled {
      lastError = EIO
      return .broken
    }
    let fault = faults.next(call)
    if fault == .powerCut { power = .off }
    lastError = fault?.code ?? lastError
    return fault
  }
}

/// Files, by descriptor.
extension ForgetfulMedium {
  package func open(
    _ path: String, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> FileDescriptor {
    let isNew = flags & O_CREAT != 0 && file(path) == nil
    try begin(isNew ? .name : .read)
    let descriptor = try system.open(path, flags, mode: mode)
    if isNew { names.set(path, to: .file(MediumFile())) }
    return descriptor
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    let file = file(ForgetfulMedium.path(of: descriptor.number))
    let offset = ForgetfulMedium.place(in: descriptor.number)
    let count = try room(for: bytes.count, at: offset, of: file)
    let written = try system.write(
      UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: descriptor)
    file?.write(UnsafeRawBufferPointer(rebasing: bytes[..<written]), at: offset)
    return written
  }

  package func setAttribute(
    _ name: String, _ value: [UInt8], of descriptor: borrowing FileDescriptor
  ) throws(SystemError) {
    try begin(.write)
    try system.setAttribute(name, value, of: descriptor)
    file(ForgetfulMedium.path(of: descriptor.number))?.setAttribute(name, value)
  }

  package func flush(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    let path = ForgetfulMedium.path(of: descriptor.number)
    guard fault(in: .flush) == nil else {
      failFlush(of: path)
      throw SystemError(call: "fsync", code: EIO)
    }
    try system.flush(descriptor)
    succeed(inFlushOf: path)
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try begin(.read)
    return try system.read(into: buffer, from: descriptor)
  }

  package func forget(_ descriptor: borrowing FileDescriptor) {
    let path = ForgetfulMedium.path(of: descriptor.number)
    guard !isOff, !isPulled, let bytes = file(path)?.forget() else { return }
    ForgetfulMedium.fill(path, with: bytes)
  }

  /// The file at `path`, if it is on this medium.
  func file(_ path: String) -> MediumFile? { names.file(path) }

  /// How many of `count` bytes can be written to `file` at `offset`; throws where none can.
  func room(for count: Int, at offset: Int, of file: MediumFile?) throws(SystemError) -> Int {
    switch fault(in: .write) {
    case nil: break
    case .short? where count > 1:
      faults.add(.full, after: 0)
      return count / 2
    case let fault?: throw SystemError(call: "write", code: fault.code)
    }
    guard take(max(0, offset + count - (file?.byteCount ?? 0))) else {
      lastError = ENOSPC
      throw SystemError(call: "write", code: ENOSPC)
    }
    return count
  }

  /// Uses up `byteCount` of the room, if there is so much.
  private func take(_ byteCount: Int) -> Bool {
    guard let space = card.space else { return true }
    guard space.free >= byteCount else { return false }
    card.space = Space(free: space.free - byteCount, total: space.total)
    return true
  }

  /// Everything of the file or folder `path` is durable.
  func succeed(inFlushOf path: String) {
    card.waitForFlush()
    if let file = file(path) { file.flush() } else { names.flush(path) }
  }

  /// The flush of `path` has failed: what it was to make durable is lost, and memory may show that at once or later.
  func failFlush(of path: String) {
    guard !isOff, !isPulled, let file = file(path) else { return }
    file.failFlush(&random)
    if random.happens(onceIn: 3), let bytes = file.forget() {
      ForgetfulMedium.fill(path, with: bytes)
    }
  }
}

/// Folders and names.
extension ForgetfulMedium {
  package func names(in path: String) throws(SystemError) -> [String] {
    try begin(.read)
    return try system.names(in: path)
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    try begin(.name)
    try system.makeFolder(path)
    names.set(path, to: .folder)
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    try begin(.name)
    try system.removeFolder(path)
    names.set(path, to: nil)
  }

  package func rename(_ path: String, to other: String) throws(SystemError) {
    try begin(.name)
    try system.rename(path, to: other)
    names.rename(path, to: other)
  }

  package func unlink(_ path: String) throws(SystemError) {
    try begin(.name)
    try system.unlink(path)
    if let file = file(path), file.isDurable, file.byteCount > 0 { deleted.append(path) }
    names.set(path, to: nil)
  }

  package func link(_ path: String, to target: String) throws(SystemError) {
    try begin(.name)
    try system.link(path, to: target)
    names.set(path, to: .link(to: target))
  }

  /// Notes that there is a file at `path`, which somebody else has made; gives it.
  func adopt(_ path: String) -> MediumFile {
    if let file = file(path) { return file }
    let file = MediumFile()
    names.set(path, to: .file(file))
    return file
  }

  /// Notes that somebody else has removed `path`.
  func forgetName(_ path: String) { names.set(path, to: nil) }

  private func remove(_ path: String) { Folder.erase(path) }
}

/// The real files.
extension ForgetfulMedium {
  private func restore(
    _ entry: MediumNames.Entry, at path: String, instead of: MediumNames.Entry?
  ) {
    switch entry {
    case .folder: mkdir(path, 0o750)
    case .link(let target): if case .link(target)? = of {} else { replaceLink(path, target) }
    case .file(let file): restore(file, at: path, instead: of)
    }
  }

  private func replaceLink(_ path: String, _ target: String) {
    remove(path)
    symlink(target, path)
  }

  private func restore(_ file: MediumFile, at path: String, instead of: MediumNames.Entry?) {
    if case .file(let other)? = of, other === file, file.isDurable { return }
    let (bytes, attributes) = file.afterPowerCut(&random)
    file.settle(bytes, attributes)
    remove(path)
    ForgetfulMedium.fill(path, with: bytes, attributes)
  }

  /// Gives the real file at `path` these bytes and no others, and `attributes`.
  static func fill(_ path: String, with bytes: [UInt8], _ attributes: [String: [UInt8]] = [:]) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
      let system = SystemMedium()
      for (name, value) in attributes { try system.setAttribute(name, value, of: file) }
      let written = Glibc.write(file.number, bytes, bytes.count)
      precondition(written == bytes.count, "there is no room for a simulation at \(path)")
    } catch {
      preconditionFailure("the simulation's own files can't be written: \(path): \(error.reason)")
    }
  }

  /// Path of the open file `number`, by proc(5).
  static func path(of number: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(number)", &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Where in the open file `number` the next bytes go.
  static func place(in number: Int32) -> Int {
    let isAppending = fcntl(number, F_GETFL) & O_APPEND != 0
    return Int(lseek(number, 0, isAppending ? SEEK_END : SEEK_CUR))
  }
}
