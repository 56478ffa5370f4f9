import Core
import CSQLite
import VirtualDevices

/// Lets the plan happen.
extension SimulatedSurroundings {
  /// When the plan goes on, or somebody at a screen does, on this boot's clock.
  var nextInstant: Instant { viewers.nextInstant.map { min($0, planInstant) } ?? planInstant }

  private var planInstant: Instant { start + (plan.next - elapsedBefore) }

  /// Plays what is due; after a stall, or a power cut, that may be a lot.
  mutating func playDue(on parts: inout VirtualParts) {
    while !isDark, planInstant <= time.now { play(plan.take(), on: &parts) }
    while let deed = viewers.takeDeed(by: time.now) { parts.add(.console(deed)) }
  }

  /// People were just offered a click.
  mutating func noteOffer() { plan.offer(at: elapsed) }

  private mutating func play(_ happening: Happening, on parts: inout VirtualParts) {
    switch happening {
    case .clicks(let count, let gap): click(count, gap: gap, on: &parts.button)
    case .press(let hold): press(at: time.now, hold: hold, on: &parts.button)
    case .spike(let length):
      parts.button.move(.pressed, at: time.now)
      parts.button.move(.released, at: time.now + length)
    case .pressWhileAway(let hold):
      press(at: time.now, hold: hold, on: &parts.button)
      time.advance(by: hold + .milliseconds(50))
    case .renewalWhileAway: renewWhileAway(&parts)
    case .chatter(let count): chatter(count, on: &parts.button)
    case .line(let line): type(line, at: &parts)
    case .exchange(let lines): exchange(lines, at: &parts)
    case .exportReport(let report): reportExport(report, at: &parts)
    case .export(let fault, let calls): exports.begin(fault, after: calls)
    case .paste(let line, let count): for _ in 0..<count { type(line, at: &parts) }
    case .look(let duration): look(for: duration)
    case .hangUp: parts.add(.console(.interrupted(SessionID(number: sessionCount))))
    case .signal(let signal): parts.add(.signal(signal))
    case .reconfigure(let role): parts.add(.reconfigured(settings, changed: [role]))
    case .shake: shake(&parts)
    case .still: rest(&parts)
    case .unplug(let role): parts.unplug(role)
    case .plug(let role): parts.plug(role)
    case .occupyCamera: parts.camera.obstacle = .busyCamera
    case .freeCamera: parts.camera.obstacle = nil
    case .breakStream: parts.camera.fail(with: .brokenStream)
    case .refuseBuffer: parts.camera.refuseBuffer()
    case .loseFrames(let count): parts.camera.lose(count)
    case .spoilFrames(let count): parts.camera.spoiledCount += count
    case .hangStream: parts.camera.hang()
    case .silenceCamera: parts.camera.isSilent = true
    case .unsilenceCamera: parts.camera.isSilent = false
    case .hangCamera(let duration): parts.hangCamera(for: duration, at: time.now)
    case .failMedium(let fault, let calls): medium.fail(fault, after: calls)
    case .failLists(let count): for _ in 0..<count { medium.fail(.unlisted, after: 0) }
    case .mendMedium: mendMedium()
    case .refuseCommits: BrokenCommits.begin(on: medium)
    case .allowCommits: BrokenCommits.end(on: medium)
    case .lockStore: lockStore()
    case .unlockStore: lock = nil
    case .flushTime(let time): parts.medium.flushTime = time
    case .freeBytes(let count): free(count, on: parts.medium)
    case .temperature(let value): parts.temperature = SimulatedSurroundings.reading(of: value)
    case .setCalendar(let seconds, let isVouchedFor):
      calendar.set(seconds, at: time.now, isVouchedFor: isVouchedFor)
    case .stall(let duration): time.advance(by: duration)
    case .cutPower: medium.turnOff()
    case .heal: heal(&parts)
    case .provingClick: prove(on: &parts.button)
    }
  }

  /// An export that is under way goes on, and may have a line typed.
  mutating func goOnExporting(_ parts: inout VirtualParts) {
    guard !isDark, let line = exports.goOn(at: time.now) else { return }
    type(line, at: &parts)
    exports.ask(in: SessionID(number: sessionCount), at: time.now)
  }

  private mutating func lockStore() {
    guard !isLocked, !medium.isPulled else { return }
    lock = DatabaseLock(on: medium)
    if isLocked { plan.noteLock() }
  }

  /// Another program that had a medium open which was pulled out has lost it too.
  private mutating func mendMedium() {
    if medium.isPulled { lock = nil }
    medium.mend()
  }

  mutating func type(_ line: String, at parts: inout VirtualParts) {
    sessionCount += 1
    let folder = ImportSamples.folder(in: medium.root)
    let line = line.replacing(ImportSamples.place, with: folder)
      .replacing(ImportSamples.request, with: ImportSamples.requestFile(in: medium.root))
    parts.add(.console(.line(line, from: SessionID(number: sessionCount), .local)))
  }

  private mutating func exchange(_ lines: [String], at parts: inout VirtualParts) {
    let first = SessionID(number: sessionCount + 1)
    for line in lines { type(line, at: &parts) }
    parts.add(.console(.line("y", from: first, .local)))
  }

  private mutating func look(for duration: Duration) {
    sessionCount += 1
    let session = SessionID(number: sessionCount)
    var viewer = SimulatedViewer(session, from: time.now, for: duration, &random)
    if !plan.hasSlowLines { viewer.bytesPerSecond = nil }
    viewers.add(viewer)
  }

  private mutating func click(_ count: Int, gap: Duration, on button: inout VirtualButton) {
    var instant = time.now
    for _ in 0..<count {
      let hold = random.duration(in: .milliseconds(20) ... .milliseconds(300))
      press(at: instant, hold: hold, on: &button)
      instant = instant + hold + gap
    }
  }

  private mutating func press(
    at instant: Instant, hold: Duration, on button: inout VirtualButton
  ) {
    button.move(.pressed, at: instant, bounces: bounces())
    button.move(.released, at: instant + hold, bounces: bounces())
  }

  /// Most contacts bounce, for less than ten milliseconds.
  private mutating func bounces() -> [Duration] {
    (0..<2 * random.below(4)).map { _ in
      random.duration(in: .microseconds(20) ... .microseconds(1500))
    }
  }

  private mutating func renewWhileAway(_ parts: inout VirtualParts) {
    press(at: time.now, hold: .milliseconds(100), on: &parts.button)
    parts.add(.reconfigured(settings, changed: [.button]))
    let later = time.now + .milliseconds(900)
    press(at: later + .milliseconds(100), hold: .milliseconds(100), on: &parts.button)
    absence = (later, .milliseconds(400))
  }

  private mutating func chatter(_ count: Int, on button: inout VirtualButton) {
    var instant = time.now
    for _ in 0..<count {
      let closed = random.duration(in: .microseconds(50) ... .milliseconds(40))
      button.move(.pressed, at: instant)
      button.move(.released, at: instant + closed)
      instant = instant + closed + random.duration(in: .microseconds(50) ... .milliseconds(40))
    }
  }

  private func free(_ byteCount: Int, on medium: VirtualMedium) {
    medium.space = Space(free: byteCount, total: SimulatedSurroundings.room.total)
  }

  /// Reading of the thermometer at `milliCelsius` thousandths of a degree; nil: none.
  static func reading(of milliCelsius: Int?) -> Temperature? {
    milliCelsius.map { Temperature(milliCelsius: $0, zone: "virtual-cpu") }
  }

  /// All faults end.
  private mutating func heal(_ parts: inout VirtualParts) {
    for role in VirtualParts.pluggable { parts.plug(role) }
    parts.camera.loseNoMore()
    parts.camera.isSilent = false
    parts.cameraHelper.hang(for: .zero, at: time.now)
    parts.camera.spoiledCount = 0
    rest(&parts)
    viewers.leave(at: time.now)
    // First, or who lets go of the store may do what cuts the power, and nothing is mended.
    mendMedium()
    lock = nil
    // That the medium was away is noticed when something is written; and a lesson ends.
    for line in ["cancel", "powersave on", "powersave off"] { type(line, at: &parts) }
    BrokenCommits.end(on: medium)
    parts.medium.flushTime = .milliseconds(10)
    parts.medium.space = SimulatedSurroundings.room
    parts.temperature = SimulatedSurroundings.reading(of: SimulatedSurroundings.warmth)
  }

  private func shake(_ parts: inout VirtualParts) {
    parts.accelerometer.isShaken = true
    parts.camera.stillSince = nil
  }

  private func rest(_ parts: inout VirtualParts) {
    parts.accelerometer.isShaken = false
    parts.camera.stillSince = parts.camera.stillSince ?? time.now
  }

  private mutating func prove(on button: inout VirtualButton) {
    proof = time.now
    press(at: time.now, hold: .milliseconds(100), on: &button)
  }
}

/// Commits of the store's database that fail, because another program has added a rule to it.
///
/// Every new record breaks the rule, and SQLite checks it at COMMIT: what fails is the real database, in
/// the real store, at the last moment.
enum BrokenCommits {
  /// What it adds.
  static let names: Set<String> = ["broken_rule", "broken_rule_trigger"]

  private static let rule = """
    BEGIN;
    CREATE TABLE broken_rule (
      thing INTEGER REFERENCES things(number) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER broken_rule_trigger AFTER INSERT ON records
      BEGIN INSERT INTO broken_rule VALUES (-1); END;
    COMMIT
    """
  private static let removal = """
    BEGIN; DROP TRIGGER IF EXISTS broken_rule_trigger; DROP TABLE IF EXISTS broken_rule; COMMIT
    """

  /// Adds the rule to the store on `medium`; one that was never opened has no database, and a second
  /// rule is not added.
  static func begin(on medium: ForgetfulMedium) {
    execute(rule, on: medium)
  }

  /// Removes the rule, if it is there.
  static func end(on medium: ForgetfulMedium) {
    execute(removal, on: medium)
  }

  private static func execute(_ sql: String, on medium: ForgetfulMedium) {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let path = "\(medium.store)/exhibit.sqlite"
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, medium.databaseVFS)
    guard code == SQLITE_OK else { return }
    sqlite3_exec(handle, "PRAGMA wal_autocheckpoint = 0", nil, nil, nil)
    sqlite3_exec(handle, sql, nil, nil, nil)
  }
}
