import Core
import Drivers

/// Whether this user may open the devices of all roles.
struct AccessCheck {
  let devices: [DeviceAccess]
  let user: Account

  var finding: Finding {
    let closed = devices.filter { !$0.isAllowed }
    if user.isRoot {
      return .good(
        "permissions",
        Phrase(
          "doctor.access.root",
          "Root may open every device. Ask as the user that runs exhibit too: that one may not."))
    }
    guard !closed.isEmpty else {
      return .good(
        "permissions",
        Phrase("doctor.access.allowed", "The user \(user.name) may open the devices of all roles."))
    }
    let paths = closed.map(\.path).joined(separator: ", ")
    return Finding(
      "permissions", .bad,
      Phrase("doctor.access.forbidden", "The user \(user.name) may not open \(paths)."),
      fix: Phrase(
        "doctor.access.join",
        "add the user to the groups of these devices, and log in again."),
      commands: commands(for: closed))
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
