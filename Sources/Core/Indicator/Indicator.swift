/// What light and buzzer show: the situation, the signs, and the short answers laid over both.
package struct Indicator: Sendable {
  /// What the light must be, whatever it has to tell.
  enum Constraint: Hashable, Sendable {
    /// It tells what there is to tell.
    case free
    /// Dark, so that it does not shine on the picture that is about to be taken.
    case dark
    /// Lit, and the buzzer silent, because the loop is about to stand still for a flush: a blink would
    /// freeze.
    case solid
  }

  /// Something that light and buzzer say once.
  enum Cue: Hashable, Sendable {
    /// A press was believed.
    case heard
    /// A frame was kept.
    case kept
    case sign(Sign)
    /// Somebody wants to see what it looks like.
    case pattern(Pattern)
    /// Nobody wants to see one any more.
    case patternEnds
  }

  /// A situation that is not there and is shown all the same.
  private struct Demonstration {
    let situation: Situation
    let announcement: [Mark]
    let since: Instant
    var end: Instant { since + Pattern.length }
  }

  /// From the end of a sign to the next mark of the situation, which would else be counted with it.
  static let afterSign = Duration.seconds(1)

  /// What lasts.
  package private(set) var situation = Situation.off
  /// Whether the light is on.
  package private(set) var light = false
  /// Whether the buzzer sounds.
  package private(set) var buzzer = false
  /// The next instant at which either changes by itself.
  package private(set) var deadline: Instant?

  /// The sign that was to be said last, and since when.
  package private(set) var latestSign: (sign: Sign, since: Instant)?
  private var since = Instant.zero
  private var constraint = Constraint.free
  private var lightSigns = SignPlayer()
  private var buzzerSigns = SignPlayer()
  private var feedback = Feedback()
  private var demonstration: Demonstration?
  private var hasNews = true
  private var limit = FlashLimit()
  /// When light and buzzer went off last.
  private var lightFell = Instant.zero, buzzerFell = Instant.zero
  /// Whether becoming ready is to be told.
  private var isReadyNews = false

  /// An indicator of a program that starts.
  package init() {}

  /// The sign, or the announcement of a situation, that the buzzer is playing; nil while it plays none.
  package var buzzed: Course? { buzzerSigns.current }

  /// Whether the light gives an answer to a press at `now`, which a flush would cut off.
  func isAnswering(at now: Instant) -> Bool { feedback.isShown(at: now) }

  /// Whether the light says something, or is about to, that a flush would make it begin anew.
  var hasSign: Bool { lightSigns.current != nil || lightSigns.next != nil }

  /// From when on the light may be lit; nil if it is, or may be at `now`.
  func shineAt(_ now: Instant) -> Instant? {
    light || limit.allowsRise(at: now) ? nil : limit.nextRise
  }

  /// Says `cue` when it fits.
  mutating func show(_ cue: Cue, at now: Instant) {
    switch cue {
    case .heard: hear(at: now)
    case .kept: keep(at: now)
    case .sign(let sign): play(sign, at: now)
    case .pattern(let pattern): show(pattern, at: now)
    case .patternEnds: endDemonstration(at: now)
    }
  }

  /// The light has just been found, and is dark: what it shows next is a flash like any other.
  mutating func lightFound() {
    light = false
    hasNews = true
  }

  /// A press was believed.
  mutating func hear(at now: Instant) {
    feedback.hear(at: now)
    forgetStatus()
    hasNews = true
  }

  /// Whoever presses has seen enough of a status, which may be long.
  private mutating func forgetStatus() {
    guard let sign = latestSign?.sign, case .status = sign else { return }
    lightSigns.forget(sign.wave)
    buzzerSigns.forget(sign.wave)
  }

  /// A frame was kept.
  mutating func keep(at now: Instant) {
    feedback.keep(at: now)
    hasNews = true
  }

  /// Shows `pattern` to somebody who wants to see it, until something else has to be said.
  mutating func show(_ pattern: Pattern, at now: Instant) {
    demonstration = nil
    switch pattern.form(at: now) {
    case .answer: hear(at: now)
    case .mark: keep(at: now)
    case .sign(let sign): play(sign, at: now)
    case .situation(let situation):
      let announcement = pattern.announcement(of: situation)
      demonstration = Demonstration(situation: situation, announcement: announcement, since: now)
      buzzerSigns.announce(announcement, at: now)
    }
    hasNews = true
  }

  /// Says `sign` once nothing that matters more is shown.
  mutating func play(_ sign: Sign, at now: Instant) {
    demonstration = nil
    latestSign = (sign, now)
    lightSigns.add(sign.wave, at: now, isUrgent: sign == .refused)
    buzzerSigns.add(sign.wave, at: now, isUrgent: sign == .refused)
    hasNews = true
  }

  /// Brings light and buzzer up to `now`.
  ///
  /// An answer to a press that the light can't give under its constraint is given after it.
  mutating func update(_ situation: Situation, _ constraint: Constraint, at now: Instant) {
    let isDue = deadline.map { now >= $0 } ?? false
    let isNew = situation != self.situation || constraint != self.constraint
    guard hasNews || isDue || isNew else { return }
    hasNews = false
    self.constraint = constraint
    holdSigns(at: now)
    if situation != self.situation { enter(situation, at: now) }
    updateDemonstration(at: now)
    feedback.update(mayAnswer: mayAnswer(at: now), light, limit, at: now)
    updateSigns(at: now)
    switchLight(isLightOn(at: now), at: now)
    switchBuzzer(isBuzzerOn(at: now), at: now)
    deadline = change(after: now)
  }

  /// A countdown may be long, and so may a clip or a lock on the store: what came meanwhile is news after it.
  private mutating func holdSigns(at now: Instant) {
    switch situation {
    case .counting, .storing, .recording:
      lightSigns.hold(at: now)
      buzzerSigns.hold(at: now)
    case .off, .shuttingDown, .fault, .asked, .storageLow, .starting, .resuming, .ready, .paused:
      break
    }
  }

  private mutating func enter(_ situation: Situation, at now: Instant) {
    if situation == .shuttingDown || situation == .off {
      lightSigns = SignPlayer()
      buzzerSigns = SignPlayer()
    }
    buzzerSigns.announce(situation.announcement(isReadyNews: isReadyNews), at: now)
    isReadyNews = situation.makesReadyNews ?? isReadyNews
    self.situation = situation
    since = now
  }

  /// A light that may not flash again yet stays dark for so long.
  private mutating func switchLight(_ isOn: Bool, at now: Instant) {
    guard isOn != light else { return }
    if isOn {
      guard limit.allowsRise(at: now) else { return }
      limit.rise(at: now)
    }
    light = isOn
    if !isOn { lightFell = now }
  }

  private mutating func switchBuzzer(_ isOn: Bool, at now: Instant) {
    if buzzer, !isOn { buzzerFell = now }
    buzzer = isOn
  }

  /// When a sign may begin that is to be told from what was shown before it.
  private func setOff(_ isOn: Bool, _ fell: Instant, _ now: Instant) -> Instant {
    isOn ? now + Mark.pause : max(now, fell + Mark.pause)
  }

  /// What follows a demonstration is set off from it, as from a sign.
  private mutating func updateDemonstration(at now: Instant) {
    guard let demonstration else { return }
    if !situation.yieldsToDemonstration(at: now) { return self.demonstration = nil }
    if now >= demonstration.end { dismissDemonstration(at: now) }
  }

  private mutating func endDemonstration(at now: Instant) {
    guard let demonstration else { return }
    buzzerSigns.forget(Wave(demonstration.announcement))
    dismissDemonstration(at: now)
    hasNews = true
  }

  private mutating func dismissDemonstration(at now: Instant) {
    demonstration = nil
    since = now + Indicator.afterSign - Mark.pause
  }

  /// What is shown, and since when.
  private var shown: (situation: Situation, since: Instant) {
    demonstration.map { ($0.situation, $0.since) } ?? (situation, since)
  }

  private mutating func updateSigns(at now: Instant) {
    // A sign is begun only when all of it fits; an answer to a press goes first.
    let (limit, isAnswering) = (limit, feedback.isAnswering)
    let hasEnded = lightSigns.update(
      at: now, isAllowed: isFree(at: now), from: setOff(light, lightFell, now)
    ) {
      !isAnswering && limit.allows($0, from: $1)
    }
    if hasEnded { since = now + Indicator.afterSign - Mark.pause }
    let isBuzzerFree =
      shown.situation.isQuiet(at: now) && constraint != .solid && !feedback.isKeptHeard
    _ = buzzerSigns.update(
      at: now, isAllowed: isBuzzerFree, from: setOff(buzzer, buzzerFell, now)
    ) { _, _ in true }
  }

  private func isFree(at now: Instant) -> Bool {
    shown.situation.yieldsToSigns(at: now) && constraint == .free && !feedback.isStanding(at: now)
  }

  private func mayAnswer(at now: Instant) -> Bool {
    constraint == .free && !feedback.isStanding(at: now) && situation != .shuttingDown
  }

  private func isLightOn(at now: Instant) -> Bool {
    if situation == .off { return false }
    if constraint != .free { return constraint == .solid }
    let course = shown.situation.light(since: shown.since, at: now)
    if situation == .shuttingDown { return course.isOn(at: now) }
    if feedback.isStanding(at: now) { return true }
    if let isOn = feedback.answer { return isOn }
    // A sign that waits for its turn waits in the dark, which brings that nearer.
    if lightSigns.next != nil, isFree(at: now) { return false }
    return (lightSigns.current ?? course).isOn(at: now)
  }

  /// The mark for a kept frame sounds on during the flush that follows it; nobody would hear it else.
  private func isBuzzerOn(at now: Instant) -> Bool {
    if situation == .off { return false }
    let signs = buzzerSigns.current?.isOn(at: now)
    if situation == .shuttingDown { return signs ?? false }
    if feedback.isKeptHeard { return true }
    if constraint == .solid { return false }
    let course = shown.situation.buzzer(since: shown.since, at: now)
    return feedback.isPressHeard || (signs ?? course.isOn(at: now))
  }

  /// When the countdown under way begins to need the light for itself.
  private var longCountdownEnd: Instant? {
    guard case .counting(let until) = situation else { return nil }
    return until - Situation.longCountdown
  }

  private func change(after now: Instant) -> Instant? {
    var changes = [
      lightSigns.change(after: now), buzzerSigns.change(after: now),
      shown.situation.light(since: shown.since, at: now).change(after: now),
      shown.situation.buzzer(since: shown.since, at: now).change(after: now),
      demonstration?.end, limit.nextRise, longCountdownEnd,
    ]
    if let next = lightSigns.next { changes.append(limit.start(of: next, from: now)) }
    changes += feedback.ends
    return changes.compactMap { $0 }.filter { $0 > now }.min()
  }
}
