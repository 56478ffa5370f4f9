import Core
import Glibc
import System

/// One look at a device's key, which makes and changes nothing.
package enum KeyExamination: Hashable, Sendable {
  /// It is whole, its owner's alone, and its public half is beside it: of the device `id`.
  case good(id: String)
  /// There is none, and there was none before.
  case absent
  /// It is gone: only its public half, or the id of a store, is there.
  case lost(String)
  /// This user may not read the file.
  case forbidden(String)
  /// The file can't be read for another reason.
  case unreadable(String, reason: String)
  /// The file is no key.
  case damaged(String)
  /// Others than its owner may use the file.
  case exposed(String, mode: UInt32)
  /// The file is not the public half of the key.
  case mismatched(String)

  private static let longestFile = 4096

  /// Looks at the key in `folder`.
  package init(of folder: String) {
    let (key, half) = ("\(folder)/key.pem", "\(folder)/public.pem")
    do throws(SystemError) {
      self = try KeyExamination.look(key, half)
    } catch {
      switch error.code {
      case ENOENT: self = KeyExamination.absence(of: key, in: folder)
      case EACCES, EPERM: self = .forbidden(key)
      default: self = .unreadable(key, reason: error.reason)
      }
    }
  }

  private static func look(_ path: String, _ half: String) throws(SystemError) -> KeyExamination {
    guard let key = DeviceKey(pem: try text(of: path)) else { return .damaged(path) }
    var facts = stat()
    try SystemError.check("stat") { stat(path, &facts) }
    let mode = facts.st_mode & 0o777
    guard mode & 0o077 == 0 else { return .exposed(path, mode: mode) }
    do throws(SystemError) {
      guard try text(of: half) == key.publicKey.pem else { return .mismatched(half) }
    } catch  where error.code == ENOENT {
      return .mismatched(half)
    }
    return .good(id: key.publicKey.deviceID)
  }

  private static func absence(of key: String, in folder: String) -> KeyExamination {
    let wasThere = ["public.pem", "store"].contains { access("\(folder)/\($0)", F_OK) == 0 }
    return wasThere ? .lost(key) : .absent
  }

  private static func text(of path: String) throws(SystemError) -> String {
    String(decoding: try File.bytes(at: path, limit: longestFile) ?? [], as: UTF8.self)
  }
}
