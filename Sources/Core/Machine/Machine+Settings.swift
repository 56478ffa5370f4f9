/// New settings while it runs: what comes next goes by them, what is under way keeps its plan.
extension Machine {
  /// Takes `settings`; the devices of `changed` are other ones now, or none.
  ///
  /// Who is shutting down has no use for that.
  mutating func reconfigure(_ settings: Settings, _ changed: Set<Role>) {
    guard finishAt == nil else { return }
    self.settings = settings
    storage.floor = settings.storageFloor
    heat.limits = settings.heatLimits
    stillness.patience = settings.idleAfter
    emit(.measure(.all))
    renewals.formUnion(changed)
    if !isAtRest, renewals.contains(where: \.takesPhotos) {
      log(.info, "Machine", Phrase(.renewalWaits))
      tell(Phrase(.renewalWaits), nil)
    }
  }

  /// Closes what has another device now, and opens that: first all the one, then all the other, since
  /// one role may get the line of another.
  ///
  /// Camera and button wait until what was asked of them is done.
  mutating func settleRenewals() {
    guard finishAt == nil else { return }
    let roles = Machine.openingOrder.filter { role in
      renewals.contains(role) && (isAtRest || !role.takesPhotos)
    }
    renewals.subtract(roles)
    for role in roles { quieten(role) }
    for role in roles { renew(role) }
  }

  /// Whether no photo is on its way.
  var isAtRest: Bool { shutter.series == nil && storing.isEmpty }

  private mutating func quieten(_ role: Role) {
    switch role {
    case .light: emit(.output(.light(false)))
    case .buzzer: emit(.output(.buzzer(false)))
    case .camera: forgetFrames()
    case .button: forgetGesture()
    case .accelerometer: forgetAcceleration()
    case .console, .store, .clock: break
    }
    emit(.device(.close(role)))
  }

  private mutating func renew(_ role: Role) {
    let isConfigured = settings.roles.contains(role)
    if role == .camera {
      if capture.renew(isConfigured: isConfigured) { emit(.device(.open(role))) }
      if !isConfigured { endGap(at: now) }
    } else if let index = others.firstIndex(where: { $0.role == role }) {
      others[index] = Device(role, isConfigured: isConfigured)
      if isConfigured { emit(.device(.open(role))) }
    }
  }
}

extension Role {
  /// Whether a photo under way depends on the role's device.
  fileprivate var takesPhotos: Bool {
    switch self {
    case .camera, .button: true
    case .light, .buzzer, .accelerometer, .console, .store, .clock: false
    }
  }
}
