import Core
import Glibc
import System

/// Whether evidence can be written where the configuration says.
struct StoreCheck {
  /// State of the path.
  enum State: Hashable {
    case writable
    /// Not only this user, but every user of the system may write there; whether they may also delete what is
    /// another's, which the sticky bit (inode(7)) forbids.
    case exposed(toDeletion: Bool)
    /// Nothing; whether this user could make it.
    case missing(canBeMade: Bool)
    /// This user may not write there.
    case forbidden
    /// Something else than a folder, or one that cannot be written for another reason, in words.
    case unusable(String)

    /// Whether this user may write there.
    var isWritable: Bool {
      switch self {
      case .writable, .exposed: true
      case .missing, .forbidden, .unusable: false
      }
    }
  }

  let path: String
  let state: State
  /// Commands to advise.
  let exhibit: Invocation

  var finding: Finding {
    switch state {
    case .writable:
      .good("store", Phrase("doctor.store", "The store is \(path), and it can be written."))
    case .exposed(let isDeletable):
      Finding(
        "store", .warning,
        isDeletable
          ? Phrase(
            "doctor.store.exposed",
            "Every user of this system can delete what is in the store \(path), and put other things there."
          )
          : Phrase(
            "doctor.store.shared",
            "Every user of this system can put things into the store \(path)."),
        fix: Phrase("doctor.store.close", "leave it to its owner and group."),
        commands: ["sudo chmod o-w \(path.quotedForShell)"])
    case .missing(let canBeMade):
      Finding(
        "store", canBeMade ? .warning : .bad,
        Phrase("doctor.store.missing", "There is no store at \(path) yet."),
        fix: canBeMade
          ? .doctorStoreMade(exhibit("run"))
          : Phrase(
            "doctor.store.make",
            "have it made by root, or set store in the configuration to a folder of yours."),
        commands: ["\(canBeMade ? "" : "sudo ")\(exhibit("doctor --fix"))"])
    case .forbidden:
      Finding(
        "store", .warning,
        Phrase(
          "doctor.store.forbidden",
          "The store \(path) may not be written by this user, so room and speed were not looked at."
        ), fix: .doctorAskAsRoot,
        commands: ["sudo \(exhibit("doctor"))"])
    case .unusable(let reason):
      Finding("store", .bad, .doctorStoreUnusable(path, reason))
    }
  }
}

/// The folder of the evidence, seen from outside while somebody may be writing in it.
struct StoreFolder {
  /// User that owns the store where the package is installed.
  private static let owner = "exhibit"

  let path: String

  /// The folders without which a program with `plan` can make neither key nor store, in the order in which they are made.
  static func needed(by plan: BoardPlan) -> [StoreFolder] {
    [StoreFolder(path: StoreFolder(path: plan.device).parent), StoreFolder(path: plan.store)]
  }

  /// State of the folder now.
  var state: StoreCheck.State {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return absence(errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return .unusable(reason(ENOTDIR)) }
    guard access(path, W_OK | X_OK) != 0 else {
      guard facts.st_mode & S_IWOTH != 0 else { return .writable }
      return .exposed(toDeletion: facts.st_mode & S_ISVTX == 0)
    }
    return errno == EACCES ? .forbidden : .unusable(reason(errno))
  }

  /// Makes the folder as the program would, for the user whose program it is; one that is there stays as it is.
  ///
  /// For root, the folder above it must be no link: who may change it could lead root elsewhere.
  ///
  /// - Returns: whether it was made now.
  func make() throws(SystemError) -> Bool {
    guard case .missing = state else { return false }
    guard geteuid() == 0 else {
      try SystemError.check("mkdir") { mkdir(path, 0o750) }
      return true
    }
    let above = try FileDescriptor(opening: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let number = above.number
    try SystemError.check("mkdir") { mkdirat(number, name, 0o750) }
    if let account = getpwnam(StoreFolder.owner) {
      try hand(to: account.pointee.pw_uid, account.pointee.pw_gid, in: above)
    }
    return true
  }

  /// Gives the folder, which root has just made in the folder `above`, to `user` and `group`: by its descriptor, so
  /// that a link that somebody put in its place leads nowhere.
  func hand(
    to user: uid_t, _ group: gid_t, in above: borrowing FileDescriptor
  ) throws(SystemError) {
    let parent = above.number
    let folder = FileDescriptor(
      owning: try SystemError.check("open") {
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      })
    let number = folder.number
    var facts = stat()
    try SystemError.check("fstat") { fstat(number, &facts) }
    guard facts.st_uid == 0 else { throw SystemError(call: "fstat", code: EPERM) }
    try SystemError.check("fchown") { fchown(number, user, group) }
  }

  private func absence(_ code: Int32) -> StoreCheck.State {
    switch code {
    case ENOENT: .missing(canBeMade: parentIsWritable)
    case EACCES: .forbidden
    default: .unusable(reason(code))
    }
  }

  private var name: String { String(path.split(separator: "/").last ?? "") }

  private var parent: String {
    let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return parent.isEmpty ? "/" : String(parent)
  }

  private var parentIsWritable: Bool { access(parent, W_OK | X_OK) == 0 }

  private func reason(_ code: Int32) -> String { SystemError(call: "open", code: code).reason }
}

/// Whether there is room for evidence.
struct SpaceCheck {
  let space: Space
  /// Free bytes under which capture pauses.
  let floor: Int

  var finding: Finding {
    let sentence = Phrase(
      "doctor.space",
      """
      There are \(Figures.bytes(space.free)) free of \(Figures.bytes(space.total)); capture pauses under \
      \(Figures.bytes(floor)).
      """)
    let fix =
      verdict == .good
      ? nil : Phrase("doctor.space.make", "move evidence away, or fit a larger card.")
    return Finding("space", verdict, sentence, fix: fix)
  }

  private var verdict: Finding.Verdict {
    if space.free < floor { return .bad }
    return space.free < 2 * floor ? .warning : .good
  }
}

extension Phrase {
  static func doctorStoreMade(_ run: String) -> Phrase {
    Phrase("doctor.store.made", "nothing, '\(run)' makes it; or have it made now.")
  }

  static let doctorAskAsRoot = Phrase(
    "doctor.store.ask", "ask as the user that runs exhibit, or as root.")

}
