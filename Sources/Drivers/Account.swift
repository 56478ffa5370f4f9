import Glibc

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
