/// What light and buzzer show: the situation, the signs, and the short answers laid over both.
public struct Indicator: Sendable {
  /// The light's answer to a press.
  public static let heardLight = Duration.milliseconds(30)
  /// The buzzer's answer to a press.
  public static let heardTick = Duration.milliseconds(10)
  /// How long the light stands still for a kept frame.
  public static let keptLight = Duration.milliseconds(250)

  /// What lasts.
  public private(set) var situation = Situation.off
  /// Whether the light is on.
  public private(set) var light = false
  /// Whether the buzzer sounds.
  public private(set) var buzzer = false
  /// The next instant at which either changes by itself.
  public private(set) var deadline: Instant?

  private var since = Instant.zero
  private var lightSigns = SignPlayer()
  private var buzzerSigns = SignPlayer()
  private var heardAt: Instant?
  private var keptAt: Instant?
  private var isDark = false
  private var hasNews = true

  /// An indicator of a program that starts.
  public init() {}

  /// A press was believed.
  mutating func hear(at now: Instant) {
    heardAt = now
    hasNews = true
  }

  /// A frame was kept.
  mutating func keep(at now: Instant) {
    keptAt = now
    hasNews = true
  }

  /// Says `sign` once nothing that matters more is shown.
  mutating func play(_ sign: Sign) {
    lightSigns.add(sign.marks)
    buzzerSigns.add(sign.marks)
    hasNews = true
  }

  /// Brings light and buzzer up to `now`.
  ///
  /// - Parameter isDark: whether the light must not shine on the picture that is about to be taken;
  ///   an answer to a press that falls into that time is given when it ends.
  mutating func update(_ situation: Situation, isDark: Bool, at now: Instant) {
    let isDue = deadline.map { now >= $0 } ?? false
    guard hasNews || isDue || situation != self.situation || isDark != self.isDark else { return }
    hasNews = false
    if self.isDark, !isDark, heardAt != nil { heardAt = now }
    self.isDark = isDark
    if situation != self.situation { enter(situation, at: now) }
    forgetAnswers(before: now)
    lightSigns.update(at: now, isAllowed: situation.yieldsToSigns && !isStanding(at: now))
    buzzerSigns.update(at: now, isAllowed: situation.isQuiet && keptAt == nil)
    light = isLightOn(at: now)
    buzzer = isBuzzerOn(at: now)
    deadline = change(after: now)
  }

  private mutating func enter(_ situation: Situation, at now: Instant) {
    buzzerSigns.add(situation.announcement(after: self.situation))
    self.situation = situation
    since = now
  }

  private mutating func forgetAnswers(before now: Instant) {
    if let heard = heardAt, !isDark, now >= heard + Indicator.heardLight { heardAt = nil }
    if let kept = keptAt, now >= kept + Mark.long.length { keptAt = nil }
  }

  private func isStanding(at now: Instant) -> Bool {
    keptAt.map { now < $0 + Indicator.keptLight } ?? false
  }

  private func isLightOn(at now: Instant) -> Bool {
    let course = situation.light(since: since, at: now)
    if situation == .shuttingDown { return course.isOn(at: now) }
    if isDark { return false }
    if isStanding(at: now) { return true }
    let isOn = (lightSigns.current ?? course).isOn(at: now)
    return heardAt == nil ? isOn : !isOn
  }

  private func isBuzzerOn(at now: Instant) -> Bool {
    if keptAt != nil { return true }
    if let heardAt, now < heardAt + Indicator.heardTick { return true }
    return (buzzerSigns.current ?? situation.buzzer(since: since, at: now)).isOn(at: now)
  }

  private func change(after now: Instant) -> Instant? {
    let changes = [
      situation.light(since: since, at: now).change(after: now),
      situation.buzzer(since: since, at: now).change(after: now),
      lightSigns.current?.change(after: now), lightSigns.end,
      buzzerSigns.current?.change(after: now), buzzerSigns.end,
      heardAt.map { $0 + Indicator.heardTick }, heardAt.map { $0 + Indicator.heardLight },
      keptAt.map { $0 + Indicator.keptLight }, keptAt.map { $0 + Mark.long.length },
    ]
    return changes.compactMap { $0 }.filter { $0 > now }.min()
  }
}
