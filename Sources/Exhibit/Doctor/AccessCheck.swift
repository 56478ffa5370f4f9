import Core
import Drivers

/// Whether this user may open the devices of all roles.
struct AccessCheck {
  let devices: [DeviceAccess]
  let user: Account

  var finding: Finding {
    let closed = devices.filter { !$0.isAllowed }
    if user.isRoot { return .good("permissions", Phrase.doctorRoot) }
    guard !closed.isEmpty else {
      return .good("permissions", Phrase.doctorAllowed(user.name))
    }
    let paths = closed.map(\.path).joined(separator: ", ")
    return Finding(
      "permissions", .bad, .doctorForbidden(user.name, paths),
      fix: .doctorJoinGroups, commands: commands(for: closed))
  }

  /// Being in root's own group lets nobody open a device.
  private func commands(for closed: [DeviceAccess]) -> [String] {
    let groups = Set(closed.compactMap(\.group)).subtracting(["root"]).sorted()
    if groups.isEmpty { return [] }
    return ["sudo usermod --append --groups \(groups.joined(separator: ",")) \(user.name)"]
  }
}

extension RoleFinding {
  /// The node that has to be opened for it.
  var node: String? {
    switch place {
    case .video(let path), .serial(let path), .bus(let path, _): path
    case .line(let chip, _): "/dev/\(chip)"
    case .led, .sensor, nil: nil
    }
  }
}

extension Phrase {
  static let doctorRoot = Phrase(
    "doctor.access.root",
    """
    Root may open every device. Ask as the user that runs exhibit too: that one may not.
    """)

  static func doctorAllowed(_ user: String) -> Phrase {
    Phrase("doctor.access.allowed", "The user {1} may open the devices of all roles.", user)
  }

  static func doctorForbidden(_ user: String, _ paths: String) -> Phrase {
    Phrase("doctor.access.forbidden", "The user {1} may not open {2}.", user, paths)
  }

  static let doctorJoinGroups = Phrase(
    "doctor.access.join", "add the user to the groups of these devices, and log in again.")
}
