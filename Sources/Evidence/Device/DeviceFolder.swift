import CLinux
import Core
import Glibc
import System

/// The folder with what makes a device itself: its key, the id of the store that belongs to it, and what it remembers of
/// its stores.
///
/// It lies apart from the store, so that a store can be moved, lost or begun anew, and the device stays
/// the same.
package struct DeviceFolder {
  /// No file in it is longer.
  private static let longestFile = 4096

  /// Path of the folder.
  let path: String
  private let medium: any Medium

  /// The folder at `path` on `medium`, which needn't be there yet.
  package init(_ path: String, on medium: any Medium = SystemMedium()) {
    self.path = path
    self.medium = medium
  }

  /// The device's key; a device that has none gets one, which is durable when this returns.
  ///
  /// Of two first starts, with stores of their own, the second waits until the first has made the key, and takes it.
  func key() throws(Failure) -> DeviceKey {
    if let key = try storedKey(), try text(of: publicFile) == key.publicKey.pem { return key }
    try makeFolder()
    let turn = try takeTurn()
    let key = if let key = try storedKey() { key } else { try newKey() }
    // Whoever puts a copy of a key there may leave another's public half beside it.
    if try text(of: publicFile) != key.publicKey.pem {
      try write(key.publicKey.pem, to: publicFile, mode: 0o644)
    }
    _ = consume turn
    return key
  }

  /// The public half of the device's key, for whoever may read it; nil where the device has none yet.
  package func publicKey() throws(Failure) -> PublicKey? {
    guard let pem = try text(of: publicFile) else { return nil }
    guard let bytes = PEM.key(in: pem, "PUBLIC KEY", after: PEM.publicPrefix) else {
      throw Failure(.store, .deviceKeyDamaged(publicFile))
    }
    return PublicKey(bytes)
  }

  /// The id of the store that belongs to the device; nil where there is none yet.
  package func storeID() throws(Failure) -> String? {
    try text(of: storeFile)?.parts(by: "\n").first
  }

  /// The store that the device had before the one that begins now; nil where it had none.
  func formerStore() throws(Failure) -> FormerStore? {
    if let id = try storeID() { return FormerStore(id, isCalledLost: false) }
    let id = try text(of: formerFile)?.parts(by: "\n").first
    return id.flatMap { FormerStore($0, isCalledLost: true) }
  }

  /// From now on the store `id` belongs to the device; durable when this returns.
  func adopt(store id: String) throws(Failure) {
    if try storeID() != id { try write(id + "\n", to: storeFile, mode: 0o644) }
    // Its word is in the records; one that stays is not listened to while there is a store.
    if access(formerFile, F_OK) == 0 { try? medium.unlink(formerFile) }
  }

  /// Whether there is what makes a device itself, whosever it is.
  package var isThere: Bool {
    let others = [publicFile, storeFile, lockFile]
    return access(keyFile, F_OK) == 0 && others.contains { file in access(file, F_OK) == 0 }
  }

  /// A person says that the device's store is lost: the next start begins another, and its first record says so.
  package func forgetStore() throws(Failure) {
    do throws(SystemError) { try medium.rename(storeFile, to: formerFile) } catch {
      guard error.code == ENOENT else { throw Failure(error, at: storeFile) }
    }
    try flushFolder(path)
  }

  fileprivate var keyFile: String { "\(path)/key.pem" }
  fileprivate var publicFile: String { "\(path)/public.pem" }
  private var storeFile: String { "\(path)/store" }
  private var formerFile: String { "\(path)/former" }
  private var lockFile: String { "\(path)/key.lock" }

  /// Waits until nobody else makes a key here; nobody else can while the answer is open.
  ///
  /// The lock is on a file of its own: a store in this folder has a lock on the folder, for as long as it is open.
  func takeTurn() throws(Failure) -> FileDescriptor {
    try Failure.at(lockFile) { () throws(SystemError) in
      let file = try medium.open(lockFile, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      let number = file.number
      try SystemError.check("flock") { flock(number, LOCK_EX) }
      return file
    }
  }

  /// The device's key; nil where it has none, or none yet.
  func storedKey() throws(Failure) -> DeviceKey? { try key(in: keyFile) }

  fileprivate func key(in file: String) throws(Failure) -> DeviceKey? {
    guard let pem = try text(of: file) else { return nil }
    guard let key = DeviceKey(pem: pem) else { throw Failure(.store, .deviceKeyDamaged(file)) }
    return key
  }

  private func newKey() throws(Failure) -> DeviceKey {
    try refuseMissingMount()
    let key = DeviceKey.random()
    try write(key.pem, to: keyFile, mode: 0o600)
    return key
  }

  /// A link to nothing is a key whose medium is not there.
  private func refuseMissingMount() throws(Failure) {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(keyFile, &target, target.count)
    guard count >= 0 else { return }
    let name = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw Failure(.store, .deviceKeyElsewhere(keyFile, name))
  }

  private func makeFolder() throws(Failure) {
    let parent = "\(path)/.."
    guard try !medium.makeDurableFolder(path, in: parent) else { return }
    // A program that was killed may have left it in memory only; where this user may not write, it is another's
    // work and long durable.
    if access(parent, R_OK | W_OK) == 0 { try flushFolder(parent) }
  }

  func text(of file: String) throws(Failure) -> String? {
    do throws(SystemError) {
      let bytes = try File.bytes(at: file, limit: DeviceFolder.longestFile)
      return String(decoding: bytes ?? [], as: UTF8.self)
    } catch {
      if error.code == ENOENT { return nil }
      throw Failure(error, at: file)
    }
  }

  /// Whole or not at all: a power cut leaves what was there before.
  func write(_ text: String, to file: String, mode: mode_t) throws(Failure) {
    let fresh = file + ".new"
    try Failure.at(fresh) { () throws(SystemError) in
      // A power cut may have left one.
      try? medium.unlink(fresh)
      let descriptor = try medium.open(fresh, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      giveToOwner(descriptor)
      try medium.writeAll(Array(text.utf8), to: descriptor)
      try medium.flush(descriptor)
      try medium.rename(fresh, to: file)
    }
    try flushFolder(DeviceFolder.folder(of: file))
  }

  /// What root writes belongs to whoever has the folder, and may be the only one to read it.
  private func giveToOwner(_ file: borrowing FileDescriptor) {
    var facts = stat()
    guard geteuid() == 0, stat(path, &facts) == 0 else { return }
    // Where that fails the next start says whose file it is.
    _ = fchown(file.number, facts.st_uid, facts.st_gid)
  }

  fileprivate static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  fileprivate func flushFolder(_ path: String) throws(Failure) {
    try Failure.at(path) { () throws(SystemError) in try medium.flushFolder(path) }
  }
}

/// The store that a device had before it began another.
struct FormerStore: Hashable {
  let id: String
  /// Whether a person said that it is lost; else its database has no record any more.
  let isCalledLost: Bool

  /// The store `id`; nil where that is no id.
  init?(_ id: String, isCalledLost: Bool) {
    guard id.isDigits(32) else { return nil }
    (self.id, self.isCalledLost) = (id, isCalledLost)
  }
}

/// A new key beside the device's own, from its making to the record that makes it the device's.
///
/// Its name has the id of the store whose record it waits for: until then that store's records name the other one, and
/// from then on this one. Other stores of the device leave it alone.
extension DeviceFolder {
  /// Has `key` wait for the record of the store `id`; durable when this returns.
  func keep(_ key: DeviceKey, waitingFor id: String) throws(Failure) {
    try write(key.pem, to: waitingFile(id), mode: 0o600)
  }

  /// Whether there is a key that waits for a record of the store `id`, or what a power cut left of its making.
  func hasRemains(waitingFor id: String) -> Bool { !remains(id).isEmpty }

  /// The key that waits for a record of the store `id`; nil where none does.
  func key(waitingFor id: String) throws(Failure) -> DeviceKey? {
    id.isDigits(32) ? try key(in: waitingFile(id)) : nil
  }

  /// The record of the store `id` is durable: `key`, which waited for it, is the device's, and the one before it is gone.
  func install(_ key: DeviceKey, waitingFor id: String) throws(Failure) {
    let waiting = waitingFile(id)
    try Failure.at(waiting) { () throws(SystemError) in try medium.rename(waiting, to: keyPlace) }
    try flushFolder(DeviceFolder.folder(of: keyPlace))
    try write(key.publicKey.pem, to: publicFile, mode: 0o644)
  }

  /// There is no such record in the store `id`: the key that waited for it is nobody's.
  func dropKey(waitingFor id: String) throws(Failure) {
    for file in remains(id) {
      try Failure.at(file) { () throws(SystemError) in try medium.unlink(file) }
    }
    try flushFolder(DeviceFolder.folder(of: keyPlace))
  }

  private func remains(_ id: String) -> [String] {
    guard id.isDigits(32) else { return [] }
    return ["", ".new"].map { waitingFile(id) + $0 }.filter { access($0, F_OK) == 0 }
  }

  /// Beside the key itself, so that a rename puts it in its place, wherever a link leads to that.
  private func waitingFile(_ id: String) -> String {
    "\(DeviceFolder.folder(of: keyPlace))/key-\(id).pem"
  }

  /// Path of the key's file; what `key.pem` is a link to, where it is one.
  private var keyPlace: String {
    guard let real = realpath(keyFile, nil) else { return keyFile }
    defer { free(real) }
    return String(cString: real)
  }
}

extension Phrase {
  static func deviceKeyElsewhere(_ file: String, _ target: String) -> Phrase {
    Phrase(
      "device.key-elsewhere",
      """
      The device's key \(file) is a link to \(target), which is not there; nothing was written. Mount the medium \
      that it is on.
      """)
  }

  static func deviceKeyDamaged(_ file: String) -> Phrase {
    Phrase(
      "device.key-damaged",
      """
      The device's key \(file) is damaged. Put a copy of it there; without one, move it away: the device then \
      makes a new key, and its records say so.
      """)
  }
}
