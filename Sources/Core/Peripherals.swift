/// The devices other than the camera, which are all treated alike.
struct Peripherals: Sendable {
  /// Their roles, in the order in which ties between them are settled.
  static let roles: [Role] = [.light, .buzzer, .button, .accelerometer, .console, .store]

  /// The roles, the camera's among them, whose devices were configured anew and are still the old ones.
  private(set) var renewals: Set<Role> = []
  private var devices: [Device]
  /// What is asked at each frame, kept beside the devices: which of them work, which have failed, and of which the
  /// first attempt has come to nothing yet.
  private var working = Roles(), failing = Roles(), unanswered = Roles()

  /// Those that the configuration has are to be opened, the others absent.
  init(_ configured: Set<Role>) {
    devices = Peripherals.roles.map { Device($0, isConfigured: configured.contains($0)) }
    for index in devices.indices { settle(index) }
  }

  /// Whether the first attempt of everything has come to something.
  var areAnswered: Bool { unanswered.isEmpty }

  /// Why some do not work.
  var failures: [Failure] { failing.isEmpty ? [] : devices.compactMap(\.failure) }

  /// Whether a device without which no photo can be asked for or stored does not work.
  var haveGraveFailure: Bool { failing.contains(.store) || failing.contains(.button) }

  /// The roles that have no device.
  var absentRoles: [Role] { devices.filter { $0.state == .absent }.map(\.role) }

  /// When the next one is tried again.
  var deadline: Instant? {
    failing.isEmpty ? nil : devices.reduce(nil) { .earlier($0, $1.deadline) }
  }

  /// Where the device of `role` stands; the camera is none of them.
  func state(of role: Role) -> Device.State { device(role)?.state ?? .absent }

  /// Whether the device of `role` can be used now.
  func works(_ role: Role) -> Bool { working.contains(role) }

  /// Whether the device of `role` was told to open and has not answered.
  func isOpening(_ role: Role) -> Bool {
    guard !works(role), case .opening = state(of: role) else { return false }
    return true
  }

  /// Why the device of `role` does not work.
  func failure(of role: Role) -> Failure? {
    failing.contains(role) ? device(role)?.failure : nil
  }

  /// The device of `role` works.
  mutating func worked(_ role: Role, _ steps: inout Steps) {
    guard !works(role), let index = index(of: role), devices[index].works() else { return }
    settle(index)
    steps.log(.info, "Machine", .deviceWorks(role.word))
  }

  /// A device failed at `now`: it is closed, and tried again later.
  mutating func failed(_ failure: Failure, at now: Instant, _ steps: inout Steps) {
    steps.close(failure.role)
    if fails(failure, at: now) { steps.report(.error, failure.role.speaker, failure.phrase) }
  }

  /// What may be the device of `role` was plugged in at `now`.
  mutating func plugged(_ role: Role, at now: Instant) {
    if let index = index(of: role) { devices[index].plugged(now: now) }
  }

  /// Tries the first one again whose wait is over by `now`.
  mutating func expire(at now: Instant, _ steps: inout Steps) {
    guard let index = devices.firstIndex(where: { $0.deadline == deadline }) else { return }
    devices[index].retries()
    settle(index)
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
    settle(index)
    if isConfigured { steps.open(role) }
  }

  private mutating func fails(_ failure: Failure, at now: Instant) -> Bool {
    guard let index = index(of: failure.role) else { return true }
    defer { settle(index) }
    return devices[index].fails(failure, now: now)
  }

  private mutating func settle(_ index: Int) {
    let device = devices[index]
    working.set(device.role, device.isWorking)
    failing.set(device.role, device.failure != nil)
    unanswered.set(device.role, device.state == .opening(after: nil))
  }

  private func device(_ role: Role) -> Device? { devices.first { $0.role == role } }

  private func index(of role: Role) -> Int? { devices.firstIndex { $0.role == role } }
}

/// A few roles, told apart by a bit each: a set of them costs a hundred times as much to ask.
private struct Roles {
  private var bits: UInt16 = 0

  var isEmpty: Bool { bits == 0 }

  func contains(_ role: Role) -> Bool { bits & Roles.bit(of: role) != 0 }

  mutating func set(_ role: Role, _ isMember: Bool) {
    if isMember { bits |= Roles.bit(of: role) } else { bits &= ~Roles.bit(of: role) }
  }

  private static func bit(of role: Role) -> UInt16 {
    switch role {
    case .camera: 1
    case .button: 2
    case .light: 4
    case .buzzer: 8
    case .accelerometer: 16
    case .console: 32
    case .store: 64
    }
  }
}
