/// The devices other than the camera, which are all treated alike.
struct Peripherals: Sendable {
  /// Their roles, in the order in which ties between them are settled.
  static let roles: [Role] = [.light, .buzzer, .button, .accelerometer, .console, .store]

  /// The roles, the camera's among them, whose devices were configured anew and are still the old ones.
  private(set) var renewals: Set<Role> = []
  private var devices: [Device]

  /// Those that the configuration has are to be opened, the others absent.
  init(_ configured: Set<Role>) {
    devices = Peripherals.roles.map { Device($0, isConfigured: configured.contains($0)) }
  }

  /// Whether the first attempt of everything has come to something.
  var areAnswered: Bool { devices.allSatisfy { $0.state != .opening(after: nil) } }

  /// Why some do not work.
  var failures: [Failure] { devices.compactMap(\.failure) }

  /// The roles that have no device.
  var absentRoles: [Role] { devices.filter { $0.state == .absent }.map(\.role) }

  /// When the next one is tried again.
  var deadline: Instant? {
    devices.reduce(nil) { .earlier($0, $1.deadline) }
  }

  /// Where the device of `role` stands; the camera is none of them.
  func state(of role: Role) -> Device.State { device(role)?.state ?? .absent }

  /// Whether the device of `role` can be used now.
  func works(_ role: Role) -> Bool { device(role)?.isWorking ?? false }

  /// Why the device of `role` does not work.
  func failure(of role: Role) -> Failure? { device(role)?.failure }

  /// The device of `role` works.
  mutating func worked(_ role: Role, _ steps: inout Steps) {
    guard let index = index(of: role), devices[index].works() else { return }
    steps.log(.info, "Machine", Phrase(.deviceWorks, role.rawValue))
  }

  /// A device failed at `now`: it is closed, and tried again later.
  mutating func failed(_ failure: Failure, at now: Instant, _ steps: inout Steps) {
    steps.close(failure.role)
    let isNews = index(of: failure.role).map { devices[$0].fails(failure, now: now) } ?? true
    if isNews { steps.report(.error, failure.role.speaker, failure.phrase) }
  }

  /// What may be the device of `role` was plugged in at `now`.
  mutating func plugged(_ role: Role, at now: Instant) {
    if let index = index(of: role) { devices[index].plugged(now: now) }
  }

  /// Tries the first one again whose wait is over by `now`.
  mutating func expire(at now: Instant, _ steps: inout Steps) {
    guard let index = devices.firstIndex(where: { $0.deadline == deadline }) else { return }
    devices[index].retries()
    steps.open(devices[index].role)
  }

  /// The configuration has other devices for `roles`, or none.
  mutating func reconfigured(_ roles: Set<Role>) {
    renewals.formUnion(roles)
  }

  /// The device of `role` is the one that is configured now.
  mutating func renewed(_ role: Role) {
    renewals.remove(role)
  }

  /// Takes the device that is configured for `role` now, if there is one.
  mutating func renew(_ role: Role, isConfigured: Bool, _ steps: inout Steps) {
    renewed(role)
    guard let index = index(of: role) else { return }
    devices[index] = Device(role, isConfigured: isConfigured)
    if isConfigured { steps.open(role) }
  }

  private func device(_ role: Role) -> Device? { devices.first { $0.role == role } }

  private func index(of role: Role) -> Int? { devices.firstIndex { $0.role == role } }
}

extension Role {
  /// The type that speaks for the role in the log.
  var speaker: String {
    switch self {
    case .camera: "Camera"
    case .button: "Button"
    case .light: "Light"
    case .buzzer: "Buzzer"
    case .accelerometer: "Accelerometer"
    case .console: "Console"
    case .store: "Store"
    case .clock: "Clock"
    }
  }
}
