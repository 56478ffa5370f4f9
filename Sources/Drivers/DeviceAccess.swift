import Glibc

/// Whether this user may use a device, and which group may.
public struct DeviceAccess: Hashable, Sendable {
  /// The node.
  public let path: String
  /// The group that it belongs to; nil where it has no name.
  public let group: String?
  /// Whether this user may read and write it.
  public let isAllowed: Bool

  /// A device with what is known of it.
  public init(path: String, group: String?, isAllowed: Bool) {
    self.path = path
    self.group = group
    self.isAllowed = isAllowed
  }

  /// What holds for `path` now; nil if nothing is there.
  public init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let group = getgrgid(facts.st_gid).map { String(cString: $0.pointee.gr_name) }
    self.init(path: path, group: group, isAllowed: access(path, R_OK | W_OK) == 0)
  }
}

/// The user that this program runs as.
public struct Account: Hashable, Sendable {
  /// Its name, or its number where it has none.
  public let name: String
  /// Whether it may do everything.
  public let isRoot: Bool

  /// A user.
  public init(name: String, isRoot: Bool) {
    self.name = name
    self.isRoot = isRoot
  }

  /// The one whose rights count now.
  public static var current: Account {
    let number = geteuid()
    let name = getpwuid(number).map { String(cString: $0.pointee.pw_name) }
    return Account(name: name ?? "\(number)", isRoot: number == 0)
  }
}
