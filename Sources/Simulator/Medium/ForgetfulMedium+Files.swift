import Core
import Evidence
import Glibc
import System

/// The real files.
extension ForgetfulMedium {
  /// Removes what is at `path`, if there is anything.
  func remove(_ path: String) { Folder.erase(path) }

  /// Makes what a power cut leaves of `entry` at `path`, where `of` was before it.
  func restore(
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
    let room = Int(PATH_MAX)
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: room)
    defer { bytes.deallocate() }
    let count = readlink("/proc/self/fd/\(number)", bytes, room)
    let path = UnsafeRawBufferPointer(start: bytes, count: max(0, count))
    return String(decoding: path, as: UTF8.self)
  }

  /// Where in the open file `number` the next bytes go.
  static func place(in number: Int32) -> Int {
    let isAppending = fcntl(number, F_GETFL) & O_APPEND != 0
    return Int(lseek(number, 0, isAppending ? SEEK_END : SEEK_CUR))
  }
}
