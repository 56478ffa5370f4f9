import Core
import Drivers

/// Whether a role has its device, and nobody else has it.
struct RoleCheck {
  /// Names of our programs in /proc that have devices open: the camera's own, that at the line, and commands.
  private static let ourselves = ["exhibitd", "exhibit", "exhibit-tools"]

  let role: RoleFinding
  /// The process that has the device open, if that is known.
  let holder: DeviceHolder?
  /// Whether a configuration asked for it.
  let isWritten: Bool
  /// Commands for the configuration that there is, or is to be.
  let exhibit: Invocation

  var finding: Finding {
    switch role.outcome {
    case .found(let place, _): found(place)
    case .notConfigured:
      Finding(role.role.rawValue, verdictOnAbsence, role.phrase, fix: adviceOnAbsence)
    case .unusable: Finding(role.role.rawValue, verdictOnTrouble, role.phrase)
    }
  }

  private func found(_ place: DevicePlace) -> Finding {
    guard let holder else { return .good(role.role.rawValue, role.phrase) }
    if RoleCheck.ourselves.contains(holder.name) {
      return .good(
        role.role.rawValue, Phrase("doctor.role.ours", "\(role.phrase) The running exhibit has it.")
      )
    }
    guard case .video(let path) = place else { return shared(with: holder) }
    let reason = Phrase.cameraHeld(path, holder.name, Int(holder.process))
    return Finding(
      role.role.rawValue, .bad, Phrase.devicesRoleUnusable(role.role.word, reason))
  }

  /// A serial line lets several have it, and each gets some of what is typed.
  private func shared(with holder: DeviceHolder) -> Finding {
    Finding(
      role.role.rawValue, .bad,
      Phrase(
        "doctor.role.shared",
        "\(role.phrase) '\(holder.name)' (process \(Int(holder.process))) has it open too; stop that program."
      ))
  }

  private var adviceOnAbsence: Phrase? {
    guard verdictOnAbsence != .good else { return nil }
    return Phrase.doctorGiveDevice(role.role.rawValue, exhibit.configuration, exhibit("devices"))
  }

  /// Without a camera there are no photos, without a button only those that a console asks for.
  private var verdictOnAbsence: Finding.Verdict {
    switch role.role {
    case .camera: .bad
    case .button: .warning
    case .light: isWritten ? .warning : .good
    case .buzzer, .accelerometer, .console, .store: .good
    }
  }

  /// What nobody asked for, and was only looked for, is not missed.
  private var verdictOnTrouble: Finding.Verdict {
    isWritten || role.role == .camera ? .bad : .warning
  }
}

extension DeviceSurvey {
  /// Who has the device at `place`, as far as this user may know.
  func holder(of place: DevicePlace) -> DeviceHolder? {
    switch place {
    case .video(let path): cameras.first { $0.path == path }?.holder
    case .serial(let path): serialLines.first { $0.path == path }?.holder
    case .line(let chip, let offset):
      info(of: GPIOLine(role: .button, chip: chip, offset: offset))?.holder.map {
        DeviceHolder(process: 0, name: $0)
      }
    case .led, .sensor, .bus: nil
    }
  }
}

extension Phrase {
  static func doctorGiveDevice(
    _ section: String, _ configuration: String, _ devices: String
  ) -> Phrase {
    Phrase(
      "doctor.role.give",
      "say in \(configuration) under [\(section)] which it is; '\(devices)' lists what there is.")
  }

}
