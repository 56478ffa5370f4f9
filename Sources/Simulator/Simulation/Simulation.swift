import Board
import Core
import Evidence
import System
import VirtualDevices

/// The machine and the store on a virtual board through hours or weeks of trouble, made up from a seed.
///
/// The program is started again each time it ends, and the board each time its power is cut; the store
/// is one and the same. After every turn of the loop all rules are checked.
package struct Simulation: ~Copyable {
  /// From the end of the program to its next start.
  static let pause = Duration.seconds(2)
  /// The pictures are small: what is tried is the way to the store, not the encoder.
  private static let width = 64, height = 48
  /// About so many calls of the medium a renewal of the key is.
  private static let callsOfRenewal = 200

  /// Turns so far.
  package private(set) var trace: Trace
  /// How often the board was switched on.
  package private(set) var bootCount = 1
  /// How many photos people were told of.
  package var photoCount: Int { evidence.acknowledged.count }
  /// The faults that happened.
  package var faults: FaultCounts {
    var faults = plan.faults
    faults.add(medium.happened)
    faults.add(away)
    faults.add(exports.happened)
    return faults
  }
  /// What came of doubts about the store.
  package var outcomes: StoreOutcomes { evidence.outcomes }
  /// How often a click led to durable photos after all faults had ended.
  package private(set) var proofCount = 0

  private let length: Duration
  let medium: ForgetfulMedium
  /// Whoever exports the store.
  let exports: SimulatedExports
  /// Path of the default database.
  private let defaults: String
  private var random: RandomGenerator
  private var plan: Plan
  var evidence: EvidenceRule
  var acknowledged: AcknowledgedRule
  var clip = ClipRule()
  private var renewal = RenewalRule()
  /// Decides when the key is renewed; apart, so that nothing else is another by that.
  private var renewals: RandomGenerator
  /// Once in so many ends of the program.
  private let renewalOnceIn: Int
  /// Whoever keeps copies of the store and puts them back goes by this; nil: nobody does.
  var copying: RandomGenerator?
  /// The copy that is kept.
  var copy: OlderCopy?
  /// Damage comes to the records by this; nil: none does.
  var damaging: RandomGenerator?
  /// What happened to the store while the program was away.
  var away = FaultCounts()
  private var elapsed = Duration.zero
  private var time = VirtualTime()

  /// A simulation of `length`, made up from `seed`, whose store is the directory `store`; that is empty.
  ///
  /// It goes on to the end of a cycle, so that the last that happens is a click that proves that all is well.
  /// Its trace remembers the latest `turns`, at least one.
  ///
  /// - Parameter hasSlowLines: whether some look on slow lines, whose turns go by the words that they are sent.
  package init(
    seed: UInt64, length: Duration, store: String, remembering turns: Int = 40,
    hasSlowLines: Bool = true
  ) {
    trace = Trace(length: turns)
    var random = RandomGenerator(seed: seed)
    plan = Plan(
      random.split(), exporting: RandomGenerator(seed: ~seed &- 3),
      answering: RandomGenerator(seed: ~seed &- 5),
      // On the other boards all is as it was without them.
      handling: seed % 4 == 3 ? RandomGenerator(seed: ~seed &- 6) : nil)
    plan.hasSlowLines = hasSlowLines
    self.random = random
    (renewals, renewalOnceIn) = (RandomGenerator(seed: ~seed), 4)
    // Apart from all else: a seed is what it was without them, until the first is put back.
    copying = RandomGenerator(seed: ~seed &- 1)
    damaging = RandomGenerator(seed: ~seed &- 2)
    let cycles = (length.nanoseconds - 1) / plan.times.cycle.nanoseconds + 1
    self.length = plan.times.cycle * Int(cycles)
    medium = ForgetfulMedium(store, self.random.split())
    exports = SimulatedExports(
      besides: medium, RandomGenerator(seed: ~seed &- 4), faces: seed % 4 == 3 ? .hide : nil)
    acknowledged = AcknowledgedRule(medium)
    evidence = EvidenceRule(
      directory: medium.store, on: medium, imports: ImportSamples(in: medium.root).digests)
    defaults = SampleDefault(in: medium.root).path
  }

  /// A simulation of one cycle of `plan` with the devices of `seed`, on `medium`, which is empty.
  init(_ plan: Plan, seed: UInt64, on medium: ForgetfulMedium, remembering turns: Int) {
    trace = Trace(length: turns)
    random = RandomGenerator(seed: seed)
    // Whatever its medium does is tried in each.
    (renewals, renewalOnceIn) = (RandomGenerator(seed: ~seed), 1)
    self.plan = plan
    length = plan.times.cycle
    self.medium = medium
    exports = SimulatedExports(besides: medium, RandomGenerator(seed: seed))
    acknowledged = AcknowledgedRule(medium)
    evidence = EvidenceRule(
      directory: medium.store, on: medium, imports: ImportSamples(in: medium.root).digests)
    defaults = SampleDefault(in: medium.root).path
    (copying, damaging) = (nil, nil)
  }

  /// Runs to the end, or until a rule is broken.
  ///
  /// Blocks for some seconds an hour of virtual time.
  package mutating func run() throws(Violation) {
    while elapsed < length { try live() }
    try startOnce()
    try evidence.checkAll()
    try evidence.checkFiles()
    try acknowledged.checkEnd(evidence)
    try clip.checkEnd(evidence)
    try exportAll()
    try takeOver()
    guard proofCount == plan.provingCount else {
      throw Violation(
        ProofRule.self, "\(proofCount) of \(plan.provingCount) proving clicks led to photos")
    }
  }

  /// What `run` has left is good to the verifier `script`; blocks until that has read all.
  package func verify(by script: String) throws(Violation) {
    BrokenCommits.end(on: medium)
    try VerifierRule(script: script).check(medium.store, evidence.head)
    try exports.verify(by: script)
  }

  /// One life of the program: from its start to its end, or to that of the board's power.
  private mutating func live() throws(Violation) {
    let settings = settings()
    let (failures, head) = (medium.happened.total, evidence.head)
    var board = board(settings)
    var machine = Machine(settings)
    var rules = Rules(evidence, acknowledged, clip, on: medium)
    try Core.run(&machine, in: &board) { turn, machine, board throws(Violation) in
      let step = Step(of: turn, copy machine, &board)
      trace.add(step, elapsed: board.devices.devices.around.elapsed)
      // Whatever it did without power, nobody saw.
      if board.devices.devices.around.isDark { return rules.acknowledged.note(turn.effects) }
      try rules.check(step, board.devices.devices.around.proof)
      try board.devices.devices.around.exports.check()
      if rules.hasOffered(at: turn.now) { board.devices.devices.around.noteOffer() }
    }
    evidence = rules.evidence
    acknowledged = rules.acknowledged
    clip = rules.clip
    proofCount += rules.proof.count
    plan = board.devices.devices.around.plan
    elapsed = board.devices.devices.around.elapsed + Simulation.pause
    let isDark = board.devices.devices.around.isDark
    _ = consume board
    try exports.endLife()
    if !isDark, machine.isFinished {
      try HistoryRule(medium).checkEnd(evidence, since: head, failures)
    }
    if isDark { reboot() }
    // What a copy lacks the next start finds, so one has to come.
    if elapsed < length {
      keepOrPutBack()
      try damageRecords()
    }
    time.advance(by: Simulation.pause)
    if elapsed < length, renewals.happens(onceIn: renewalOnceIn) { try renewKey() }
  }

  /// Somebody at a shell gives the device a new key before the program starts again; every other time its power goes
  /// off meanwhile.
  private mutating func renewKey() throws(Violation) {
    // An older copy would go on under another key than its own, for which nobody vouches.
    copy = nil
    if renewalOnceIn > 1, renewals.happens(onceIn: 2) {
      medium.fail(.powerCut, after: renewals.below(Simulation.callsOfRenewal))
    }
    do throws(Failure) {
      renewal.note(try KeyRenewal(of: setup(by: medium.device), at: present))
    } catch {
      // There is no store yet, or its medium fails, or another program has broken it: nobody was told of a new key.
      if medium.isOff { reboot() }
      return
    }
    try renewal.check(evidence)
  }

  /// In the end the store goes on by another device, for which nobody vouches.
  private mutating func takeOver() throws(Violation) {
    BrokenCommits.end(on: medium)
    do throws(Failure) {
      _ = try Store(setup(by: "\(medium.root)/other"), at: present)
    } catch {
      throw Violation(RenewalRule.self, "no other device can go on: \(error.phrase.english)")
    }
    try renewal.checkEnd(evidence)
  }

  var present: Moment {
    Moment(bootID: "boot-\(bootCount)", instant: time.now, wall: .unset)
  }

  mutating func reboot() {
    bootCount += 1
    time = VirtualTime()
    medium.turnOn()
  }

  private mutating func board(_ settings: Settings) -> Executor<ObservedDevices> {
    let around = SimulatedSurroundings(
      "boot-\(bootCount)", time, someCalendar(), settings, on: medium, exports, plan,
      random.split(), after: elapsed, of: length)
    let parts = parts()
    medium.become(like: parts.medium)
    var setup = setup(by: medium.device)
    setup.collects = settings.study.isConfigured
    return Executor(ObservedDevices(VirtualDeviceSet(parts, in: around)), BoardStore(setup))
  }

  /// The store, as the device in `folder` writes to it.
  func setup(by folder: String) -> StoreSetup {
    var setup = StoreSetup(
      directory: medium.store, device: folder, program: ProgramFacts(version: Settings().version))
    setup.medium = medium
    setup.defaults = defaults
    // Whatever this machine has installed: every seed finds the same.
    setup.guide = "\(setup.directory)/guide"
    return setup
  }

  private mutating func parts() -> VirtualParts {
    let scene = Scene(width: Simulation.width, height: Simulation.height, random.split())
    let camera = VirtualCamera(
      .scene(scene), framesPerSecond: random.choice(of: [5, 10, 15, 25, 30]))
    var parts = VirtualParts(camera: camera, VirtualMedium(time), random.split())
    parts.cameraHelper.openingTime = random.duration(in: .milliseconds(20) ... .milliseconds(400))
    parts.medium.space = SimulatedSurroundings.room
    parts.hook.time = random.duration(in: .milliseconds(10) ... .seconds(60))
    if random.happens(onceIn: 4) { parts.hook.problem = Phrase("test.hook", "It fails.") }
    parts.hook.answers = SampleAnswers.some(&random)
    parts.temperature = SimulatedSurroundings.reading(of: SimulatedSurroundings.warmth)
    parts.camera.stillSince = time.now
    // Every other time the accelerometer reports movement itself.
    parts.accelerometer.sensing = Sensing(by: .polling, hasEvents: bootCount.isMultiple(of: 2))
    return parts
  }

  private mutating func settings() -> Settings {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .console, .store]
    if random.happens(onceIn: 2) { settings.roles.insert(.accelerometer) }
    settings.watchdog = HeartbeatRule.watchdog
    settings.countdown = random.choice(of: [.zero, .milliseconds(500), .seconds(3)])
    settings.count = random.choice(of: [1, 1, 1, 2, 6])
    settings.interval = random.duration(in: .milliseconds(100) ... .seconds(2))
    if random.happens(onceIn: 4) { settings.start = .countdown }
    settings.countsOnWake = random.happens(onceIn: 4)
    settings.clipLongest = random.choice(of: [.seconds(2), .seconds(10), .seconds(30)])
    settings.preRoll.length = random.choice(of: [.zero, .seconds(1), .seconds(5)])
    settings.isRawRemembered = random.happens(onceIn: 2)
    settings.isPhotoFull = random.happens(onceIn: 2)
    settings.hasVoice = true
    settings.hasHook = true
    settings.hasConfirmedHook = random.happens(onceIn: 4)
    settings.analysers = ["eyes", "codes"].prefix(random.number(in: 0...2)).map { name in
      var analyser = Analyser(name)
      analyser.kinds = Set(PieceFilter.Kind.allCases)
      analyser.choosesThing = name == "codes"
      analyser.decides = random.happens(onceIn: 2)
      return analyser
    }
    settings.faceAnalyser = settings.countsOnWake ? nil : settings.analysers.first?.name
    settings.asksByButton = random.happens(onceIn: 2)
    if settings.clipLongest == .seconds(10) { settings.becomeStudy() }
    if random.happens(onceIn: 2) { settings.gestures.doubleClick = .none }
    if random.happens(onceIn: 2) { settings.gestures.tripleClick = .none }
    return settings
  }

  /// Some boards know the time, most don't.
  private mutating func someCalendar() -> VirtualCalendar {
    VirtualCalendar(
      FaultGenerator.calendars[0], at: time.now, isVouchedFor: random.happens(onceIn: 3))
  }
}

extension Settings {
  /// Records clips for a study, such short ones that a run fills slots; a click goes on to take photos.
  fileprivate mutating func becomeStudy() {
    gestures.tripleClick = .nextSlot
    study.isConfigured = true
    (study.trainCount, study.testLength, study.trainLength) = (2, .seconds(2), .seconds(3))
  }
}
