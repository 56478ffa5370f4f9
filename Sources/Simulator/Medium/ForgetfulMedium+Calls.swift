import Core
import Evidence
import Glibc
import System

/// Files, by descriptor.
extension ForgetfulMedium {
  package func open(
    _ path: String, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> FileDescriptor {
    let isNew = flags & O_CREAT != 0 && file(path) == nil
    try begin(isNew ? .name : .read)
    let descriptor = try system.open(path, flags, mode: mode)
    if isNew {
      names.set(path, to: .file(MediumFile()))
    } else if flags & O_TRUNC != 0 {
      file(path)?.truncate(to: 0)
    }
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
    guard fault(in: file(path) == nil ? .flushNames : .flush) == nil else {
      failFlush(of: path)
      throw SystemError(call: "fsync", code: EIO)
    }
    try system.flush(descriptor)
    succeed(inFlushOf: path)
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try begin(.look)
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
      faults.goOn(.full)
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
    do throws(SystemError) { try begin(.list) } catch {
      unlistedCount += 1
      throw error
    }
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
    noteLoss(of: other)
    names.rename(path, to: other)
  }

  package func unlink(_ path: String) throws(SystemError) {
    try begin(.name)
    try system.unlink(path)
    noteLoss(of: path)
    names.set(path, to: nil)
  }

  /// Notes that what `path` stood for has lost that name.
  private func noteLoss(of path: String) {
    if let file = file(path), file.wasFlushed, file.byteCount > 0 { deleted.append(path) }
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
}
