import ArgumentParser
import Configuration
import Core
import Drivers
import Evidence
import System
import Terminal

/// `exhibit doctor`: checks the board, and says what to do.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the board, and say what to do.",
    discussion: """
      Takes no device and changes nothing, so it may run beside the camera; it writes a small file \
      to the store's folder to time it, and removes it. It reads the whole database: about a second for \
      10 MB, which is some thousand photos; it gives that up after 30 s. Ends with 1 if something is bad, with 78 if \
      the configuration is.
      """)

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Flag(
    help: """
      Make the store's folder, and the one that the key's is made in, if they are missing; nothing \
      else is done, only advised.
      """)
  var fix = false

  func run() throws {
    let written = try file.loadIfPresent()
    let configuration = try written ?? .unwritten
    let plan = configuration.plan
    let fixed = fix ? try StoreFolder.needed(by: plan).flatMap(make) : []
    let doctor = Doctor(
      plan: plan, floor: configuration.settings.storageFloor, path: file.path,
      isWritten: written != nil)
    let report = DoctorReport(findings: fixed + doctor.findings())
    try StandardOutput.print(json ? report.json.text : report.text)
    if report.verdict == .bad { throw ExitCode.failure }
  }

  private func make(_ folder: StoreFolder) throws -> [Finding] {
    do throws(SystemError) {
      return try folder.make()
        ? [.good("fix", Phrase("doctor.folder.made", "Made the folder \(folder.path)."))] : []
    } catch {
      throw complaint(
        Phrase(
          "doctor.folder.not-made",
          """
          The folder \(folder.path) could not be made: \(error.reason). Make the folders above it first, or run \
          this as root.
          """
        ))
    }
  }
}

/// All checks of this board, one after the other; beside a running program too.
struct Doctor {
  let plan: BoardPlan
  /// Free bytes under which capture pauses, where the configuration says so.
  let floor: Int?
  /// Where the configuration is, or was looked for.
  let path: String
  /// Whether it is there.
  let isWritten: Bool

  /// Commands for this configuration.
  private var invocation: Invocation { Invocation(configuration: path) }

  /// Findings, in a fixed order.
  ///
  /// Blocks as long as drivers and medium do, which is some seconds on a slow card, and more where the database is
  /// large: `EvidenceCheck.patience` at most.
  func findings() -> [Finding] {
    let devices = DeviceSurvey.ofBoard()
    let roles = RoleFinding.all(of: plan, among: devices)
    var findings = [configuration] + roles.map { check($0, devices).finding }
    findings += SharingCheck(roles: roles, configuration: path).findings
    findings += [access(roles).finding] + terminal(devices) + [key.finding] + storage()
    findings += [clock.finding, watchdog.finding] + [supply.finding].compactMap { $0 }
    return findings
  }

  private var configuration: Finding {
    if isWritten { return .good("configuration", Phrase.devicesConfigured(path)) }
    return Finding(
      "configuration", .warning, .devicesUnconfigured(path),
      fix: Phrase(
        "doctor.configuration.write",
        "say in \(path) which board and which devices this is; 'exhibit devices' lists what there is."
      ))
  }

  private func check(_ role: RoleFinding, _ devices: DeviceSurvey) -> RoleCheck {
    let owner = role.place.flatMap { holder(of: $0, among: devices) }
    return RoleCheck(
      role: role, holder: owner, isWritten: isWritten, exhibit: invocation)
  }

  /// Whoever has logged in on a serial line is the terminal's finding, and not the role's too.
  private func holder(of place: DevicePlace, among devices: DeviceSurvey) -> DeviceHolder? {
    if case .serial(let path) = place, TerminalSession.holder(of: path) != nil { return nil }
    return devices.holder(of: place)
  }

  private func access(_ roles: [RoleFinding]) -> AccessCheck {
    AccessCheck(
      devices: roles.compactMap(\.node).compactMap(DeviceAccess.init), user: Account.current)
  }

  private func terminal(_ devices: DeviceSurvey) -> [Finding] {
    guard let tty = plan.tty, let path = try? SerialLine.find(tty) else {
      return []  // Without one there is no conflict; one that is missing is the role's finding.
    }
    let line = devices.serialLines.first { $0.path == path } ?? SerialLine(path: path)
    return TerminalCheck(line: line, session: TerminalSession.holder(of: path)).findings
  }

  private func storage() -> [Finding] {
    let folder = StoreFolder(path: plan.store)
    let store = StoreCheck(path: plan.store, state: folder.state, exhibit: invocation).finding
    let evidence = EvidenceCheck.findings(in: plan.store, invocation)
    guard folder.state.isWritable else { return [store] + evidence }
    let attributes = AttributeCheck(refusal: AttributeTrial.refusal(in: plan.store)).finding
    return [store] + [space, card].compactMap { $0 } + [attributes] + evidence
  }

  private var key: KeyCheck {
    KeyCheck(
      folder: plan.device, key: KeyExamination(of: plan.device), exhibit: invocation)
  }

  /// A file system that does not say its size fails elsewhere too.
  private var space: Finding? {
    guard let space = try? Space(at: plan.store) else { return nil }
    let floor = StorageRoom(floor: floor).floor(total: space.total)
    return SpaceCheck(space: space, floor: floor).finding
  }

  private var card: Finding {
    do throws(SystemError) {
      return CardCheck(flushes: try CardTrial.flushes(in: plan.store)).finding
    } catch {
      return Finding("card", .bad, .doctorStoreUnusable(plan.store, error.reason))
    }
  }

  private var clock: ClockCheck {
    ClockCheck(isSynchronised: Clock.wall().isSynchronised, batteryClocks: RealTimeClock.names())
  }

  private var watchdog: WatchdogCheck {
    WatchdogCheck(hardware: .first(), configured: .configured())
  }

  private var supply: SupplyCheck {
    SupplyCheck(
      isUnderVoltage: SupplyMonitor().isUnderVoltage(), throttling: ThrottleMonitor())
  }
}

extension Phrase {
  static func devicesConfigured(_ path: String) -> Phrase {
    Phrase("devices.configured", "The configuration is \(path).")
  }

  static func devicesUnconfigured(_ path: String) -> Phrase {
    Phrase(
      "devices.unconfigured",
      "There is no configuration at \(path); what follows is what exhibit would choose by itself.")
  }

  static func doctorStoreUnusable(_ store: String, _ reason: String) -> Phrase {
    Phrase(
      "doctor.store.unusable",
      """
      The store \(store) cannot be used: \(reason). Look at 'dmesg' and at the mount, or set store in the \
      configuration to another folder.
      """)
  }
}
