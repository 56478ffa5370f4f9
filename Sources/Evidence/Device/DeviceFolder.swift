import Core
import Glibc
import System

/// The folder with what makes a device itself: its key, and the id of the store that belongs to it.
///
/// It lies apart from the store, so that a store can be moved, lost or begun anew, and the device stays
/// the same.
package struct DeviceFolder {
  /// No file in it is longer.
  private static let longestFile = 4096

  /// Path of the folder.
  let path: String
  private let flush: (Int32) -> Int32

  /// The folder at `path`, which needn't be there yet.
  ///
  /// - Parameter flush: makes a file or folder durable, as fsync(2) does.
  package init(_ path: String, flush: @escaping (Int32) -> Int32 = Store.fsync) {
    self.path = path
    self.flush = flush
  }

  /// The device's key; a device that has none gets one, which is durable when this returns.
  func key() throws(Failure) -> DeviceKey {
    guard let pem = try text(of: keyFile) else { return try makeKey() }
    guard let key = DeviceKey(pem: pem) else { throw Failure(.store, .deviceKeyDamaged(keyFile)) }
    // Whoever puts a copy of a key there may leave another's public half beside it.
    if try text(of: publicFile) != key.publicKey.pem {
      try write(key.publicKey.pem, to: publicFile, mode: 0o644)
    }
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
    try text(of: storeFile)?.split(separator: "\n").first.map(String.init)
  }

  /// From now on the store `id` belongs to the device; durable when this returns.
  func adopt(store id: String) throws(Failure) {
    if try storeID() != id { try write(id + "\n", to: storeFile, mode: 0o644) }
  }

  /// The device has no store any more: the next start begins one.
  package func forgetStore() throws(Failure) {
    guard unlink(storeFile) == 0 || errno == ENOENT else {
      throw Failure(SystemError(errnoOf: "unlink"), at: storeFile)
    }
    try flushFolder(path)
  }

  private var keyFile: String { "\(path)/key.pem" }
  private var publicFile: String { "\(path)/public.pem" }
  private var storeFile: String { "\(path)/store" }

  private func makeKey() throws(Failure) -> DeviceKey {
    if mkdir(path, 0o750) == 0 {
      try flushFolder("\(path)/..")
    } else if errno != EEXIST {
      throw Failure(SystemError(errnoOf: "mkdir"), at: path)
    }
    let key = DeviceKey.random()
    try write(key.pem, to: keyFile, mode: 0o600)
    try write(key.publicKey.pem, to: publicFile, mode: 0o644)
    return key
  }

  private func text(of file: String) throws(Failure) -> String? {
    do throws(SystemError) {
      let bytes = try File.bytes(at: file, limit: DeviceFolder.longestFile)
      return String(decoding: bytes ?? [], as: UTF8.self)
    } catch {
      if error.code == ENOENT { return nil }
      throw Failure(error, at: file)
    }
  }

  /// Whole or not at all: a power cut leaves what was there before.
  private func write(_ text: String, to file: String, mode: mode_t) throws(Failure) {
    let fresh = file + ".new"
    unlink(fresh)
    try Failure.at(fresh) { () throws(SystemError) in
      let descriptor = try FileDescriptor(opening: fresh, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      try descriptor.write(text)
      guard flush(descriptor.number) == 0 else { throw SystemError(errnoOf: "fsync") }
      try SystemError.check("rename") { rename(fresh, file) }
    }
    try flushFolder(path)
  }

  private func flushFolder(_ path: String) throws(Failure) {
    try Failure.at(path) { () throws(SystemError) in
      let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
      guard flush(folder.number) == 0 else { throw SystemError(errnoOf: "fsync") }
    }
  }
}

extension Phrase {
  static func deviceKeyDamaged(_ file: String) -> Phrase {
    Phrase(
      "device.key-damaged",
      """
      The device's key {1} is damaged. Put a copy of it there; without one, move it away: the \
      device then makes a new key, and its records say so.
      """, file)
  }
}
