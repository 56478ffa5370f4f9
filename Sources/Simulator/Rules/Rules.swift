import Core

/// All that must hold after every turn of the loop.
struct Rules {
  /// What outlives a boot.
  var evidence: EvidenceRule
  /// What people were told.
  var acknowledged: AcknowledgedRule
  /// What became of clips.
  private(set) var clip: ClipRule
  private var deadline = DeadlineRule()
  private var answer = AnswerRule()
  private var light = LightRule()
  private var pause = PauseRule()
  private var heat = HeatRule()
  private var power = PowerRule()
  private let farewell = FarewellRule()
  private var shot = ShotRule()
  private var spike = SpikeRule()
  /// What must hold after all faults.
  private(set) var proof = ProofRule()
  private var removal = RemovalRule()
  private var lesson = LessonRule()
  private var latest: LatestRule
  private var retention = RetentionRule()
  private var heartbeat = HeartbeatRule()
  private var silence = SilenceRule()
  private let memory = MemoryRule()
  private var events = EventRule()
  private var look = LookRule()
  private var frame = FrameRule()
  private let effect = EffectRule()
  private var photo = PhotoRule()
  private var gap: GapRule
  private var missedGap = MissedGapRule()
  private var survey = SurveyRule()
  private var lock = LockRule()
  private var measure = MeasureRule()
  private var durability: DurabilityRule
  private var promise = PromiseRule()
  private var person = PersonRule()
  private var flash = FlashRule()
  private var failure = FailureRule()
  private var hook = HookRule()
  private var face = FaceRule()
  private var taking = ImportRule()
  private var document = DocumentRule()
  private let checklist = ChecklistRule()
  private let history: HistoryRule
  private var facts = FactsRule()
  private var option = OptionRule()
  private var offer = OfferRule()
  private var record = RecordRule()
  private var screen = ScreenRule()
  private var viewAnswer = ViewAnswerRule()
  private var pace = PaceRule()
  private var cameraFirst = CameraFirstRule()
  private var key = KeyRule()

  /// The rules for one run of the program, whose store `evidence` looks at and which lies on `medium`.
  init(
    _ evidence: EvidenceRule, _ acknowledged: AcknowledgedRule, _ clip: ClipRule,
    on medium: ForgetfulMedium
  ) {
    self.evidence = evidence
    self.acknowledged = acknowledged
    self.clip = clip
    durability = DurabilityRule(medium)
    gap = GapRule(evidence)
    latest = LatestRule(medium)
    history = HistoryRule(medium)
  }

  /// Looks at one turn; `proof` is when the finger came down for the latest click that must lead to photos.
  mutating func check(_ step: Step, _ proof: Instant?) throws(Violation) {
    try checkExecutor(step)
    try checkPeople(step)
    try checkScreens(step)
    try deadline.check(step)
    try answer.check(step)
    try memory.check(step)
    try light.check(step)
    try pause.check(step)
    try heat.check(step)
    try power.check(step)
    try farewell.check(step)
    try shot.check(step)
    try spike.check(step)
    try survey.check(step)
    try lock.check(step)
    try removal.check(step)
    try lesson.check(step)
    try retention.check(step, evidence)
    try durability.check(step, evidence)
    try evidence.check(step, written: durability.pageCount)
    try acknowledged.check(step, evidence)
    try history.check(step, evidence)
    try latest.check(step, evidence)
    try heartbeat.check(step)
    try silence.check(step)
    try self.proof.check(step, proof)
  }

  /// Whether the turn of `now` has offered a click to somebody.
  func hasOffered(at now: Instant) -> Bool { offer.offeredAt == now }

  /// Whether people get what they were told, and see what they have to.
  private mutating func checkPeople(_ step: Step) throws(Violation) {
    try promise.check(step)
    try record.check(step)
    try person.check(step)
    try flash.check(step)
    try failure.check(step)
  }

  /// Whether whoever looks through the viewfinder sees it, and nothing else comes later for that.
  private mutating func checkScreens(_ step: Step) throws(Violation) {
    try screen.check(step)
    try viewAnswer.check(step)
    try pace.check(step, isShown: !screen.screens.isEmpty)
    try cameraFirst.check(step)
    try key.check(step)
  }

  /// Whether the machine is told what happens, and what it wants is done.
  private mutating func checkExecutor(_ step: Step) throws(Violation) {
    try events.check(step)
    try look.check(step)
    try frame.check(step)
    try effect.check(step)
    try photo.check(step, &evidence)
    try clip.check(step, evidence)
    try gap.check(step, evidence)
    try missedGap.check(step)
    try measure.check(step)
    try hook.check(step)
    try face.check(step)
    try taking.check(step, evidence)
    try document.check(step)
    try checklist.check(step, evidence)
    try facts.check(step, evidence)
    try option.check(step, evidence)
    try offer.check(step)
  }
}

/// Condition that may be untrue for a moment, but not for long.
struct TimedCondition {
  private let patience: Duration
  private var untrueSince: Instant?

  /// Condition that may be untrue for at most `patience`.
  init(_ patience: Duration) {
    self.patience = patience
  }

  /// - Parameter turn: until when the loop has had time to do something about it; now unless given.
  mutating func check(
    _ isTrue: Bool, _ step: Step, _ rule: Any.Type, _ finding: String, seenAt turn: Instant? = nil
  ) throws(Violation) {
    guard !isTrue else { return untrueSince = nil }
    let since = untrueSince ?? step.now
    untrueSince = since
    guard (turn ?? step.now) - since <= patience else { throw Violation(rule, finding) }
  }
}

/// Breach of a rule.
package struct Violation: Error, Hashable, Sendable {
  /// The rule that was broken, by the name of its type.
  package let rule: String
  /// What was found.
  package let finding: String

  init(_ rule: Any.Type, _ finding: String) {
    self.rule = "\(rule)"
    self.finding = finding
  }
}
