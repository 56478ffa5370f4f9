import Core
import Glibc
import System

/// The folder of the evidence, seen from outside while somebody may be writing in it.
struct StoreFolder {
  /// Whose camera it is where the package is installed.
  private static let owner = "exhibit"

  let path: String

  /// What there is now.
  var state: StoreCheck.State {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return absence(errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return .unusable(reason(ENOTDIR)) }
    guard access(path, W_OK | X_OK) != 0 else { return .writable }
    return errno == EACCES ? .forbidden : .unusable(reason(errno))
  }

  /// Makes the folder as the program would, for the user whose program it is; one that is there stays as it is.
  ///
  /// - Returns: whether it was made now.
  func make() throws(SystemError) -> Bool {
    guard case .missing = state else { return false }
    try SystemError.check("mkdir") { mkdir(path, 0o750) }
    guard geteuid() == 0, let account = getpwnam(StoreFolder.owner) else { return true }
    let (user, group) = (account.pointee.pw_uid, account.pointee.pw_gid)
    try SystemError.check("chown") { chown(path, user, group) }
    return true
  }

  private func absence(_ code: Int32) -> StoreCheck.State {
    switch code {
    case ENOENT: .missing(canBeMade: parentIsWritable)
    case EACCES: .forbidden
    default: .unusable(reason(code))
    }
  }

  private var parentIsWritable: Bool {
    let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return access(parent.isEmpty ? "/" : String(parent), W_OK | X_OK) == 0
  }

  private func reason(_ code: Int32) -> String { SystemError(call: "open", code: code).reason }
}
