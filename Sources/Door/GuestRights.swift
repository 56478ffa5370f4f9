import CLinux
import Core
import Glibc
import System

/// Right of a guest at the door.
package enum GuestRight: String, CaseIterable, Hashable, Sendable {
  /// To hear how things are, and what is recorded.
  case watch
  /// To see pictures.
  case look
  /// To take them.
  case press
  /// To do whatever people do at a console.
  case operate
  /// And what only a program of this board can know.
  case own
}

/// The groups of the system that let somebody in, and what for.
package struct GuestGroups: Hashable, Sendable {
  /// The rights of a group's members.
  private let rights: [gid_t: Set<GuestRight>]
  /// The user that this program runs as.
  private let owner: uid_t

  /// Those of this system; a group that it lacks lets nobody in.
  package init() {
    var rights: [String: Set<GuestRight>] = ["exhibit": [.watch, .look, .press, .operate]]
    for right in [GuestRight.watch, .look, .press] { rights["exhibit-\(right.rawValue)"] = [right] }
    self.init(rights)
  }

  private init(_ named: [String: Set<GuestRight>]) {
    var rights: [gid_t: Set<GuestRight>] = [:]
    for (name, some) in named {
      if let group = getgrnam(name) { rights[group.pointee.gr_gid] = some }
    }
    self.rights = rights
    owner = geteuid()
  }

  /// Rights of the program at the other end of the connection `socket`.
  func rights(ofPeerAt socket: Int32) -> Set<GuestRight> {
    let user = linux_peer_user(socket)
    if user == 0 || user == owner { return Set(GuestRight.allCases) }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = linux_peer_groups(socket, &groups, Int32(groups.count))
    return groups.prefix(max(0, Int(count))).reduce(into: []) { $0.formUnion(rights[$1] ?? []) }
  }
}

extension Set<GuestRight> {
  /// Access of a line that is said with these rights; nil: none.
  var access: Access? {
    if contains(.own) { return .local }
    if contains(.operate) { return .full }
    return contains(.watch) ? .status : nil
  }
}

extension GuestRight {
  /// The right of a line that asks for so much.
  static func needed(for access: Access) -> GuestRight {
    switch access {
    case .status: .watch
    case .full: .operate
    case .local: .own
    }
  }
}
