import Glibc

/// Whether this user may use a device, and which group may.
package struct DeviceAccess: Hashable, Sendable {
  /// The node.
  package let path: String
  /// The group that it belongs to; nil where it has no name.
  package let group: String?
  /// Whether this user may read and write it.
  package let isAllowed: Bool

  /// A device with what is known of it.
  package init(path: String, group: String?, isAllowed: Bool) {
    self.path = path
    self.group = group
    self.isAllowed = isAllowed
  }

  /// What holds for `path` now; nil if nothing is there.
  package init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let group = getgrgid(facts.st_gid).map { String(cString: $0.pointee.gr_name) }
    self.init(path: path, group: group, isAllowed: access(path, R_OK | W_OK) == 0)
  }
}

/// The user that this program runs as.
package struct Account: Hashable, Sendable {
  /// Its name, or its number where it has none.
  package let name: String
  /// Whether it may do everything.
  package let isRoot: Bool

  /// A user.
  package init(name: String, isRoot: Bool) {
    self.name = name
    self.isRoot = isRoot
  }

  /// The one whose rights count now.
  package static var current: Account {
    let number = geteuid()
    let name = getpwuid(number).map { String(cString: $0.pointee.pw_name) }
    return Account(name: name ?? "\(number)", isRoot: number == 0)
  }
}
