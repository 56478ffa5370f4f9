import Board
import Core
import Door
import System

/// The devices of a board that runs Linux, through drivers that own one descriptor each.
///
/// It waits in one place, the poller. What a role's device is stands in the plan, which can be read
/// again while everything runs.
package struct LinuxDeviceSet: DeviceSet, ~Copyable {
  /// Owner of a descriptor: `Poller.Token.source`.
  enum Source: UInt16 {
    case signals, button, camera, cameraWork, accelerometer, console, hotplug, voice, hook
  }

  /// Plan by which each device is opened from now on.
  var plan: BoardPlan
  /// What people are spoken to in: the plan's language, with the store's own sentences.
  private(set) var language: Language
  /// What consoles are written in: the plan's letters, or those that people keep.
  private var charset: Charset
  /// Reads the configuration again.
  let renew: () -> BoardPlan.Renewal
  let bootID: String
  let signals: Signals
  var poller: Poller
  /// News of devices, where the kernel gives any.
  var hotplug: Hotplug?
  var log = Log()
  let thermometer = Thermometer()
  let supply = SupplyMonitor()
  var notifier = ServiceNotifier.fromEnvironment()

  var camera: Camera?
  /// Does what may hang at cameras.
  var cameraHelper: CameraHelper
  /// The opening whose camera is awaited.
  var cameraOpening: CameraOpening?
  /// The change to another camera that is under way.
  var cameraExchange: CameraExchange?
  /// Events that the poller last found of the camera.
  var cameraReadiness: Poller.Readiness?
  /// Wishes of consoles for the camera, until the program ends.
  var cameraWishes = CameraWishes()
  /// Power of the camera at its next opening.
  var cameraPower = CameraPower.full
  var button: Button?
  var light: Light?
  var buzzer: Light?
  var accelerometer: Accelerometer?
  /// How the accelerometer is listened to, as the log has it.
  var sensingReport: Phrase?
  var console: Console?
  /// What is being said.
  var speech: SpeechProcess?
  /// The program that hears of a piece.
  var hook: HookProcess?

  /// The devices of `plan`, all closed; `renew` reads the configuration again when somebody asks for it.
  package init(
    _ plan: BoardPlan, renewedBy renew: @escaping () -> BoardPlan.Renewal
  ) throws(SystemError) {
    let signals = try Signals()
    let poller = try Poller()
    let bootID = try Clock.bootID()
    let helper = try CameraHelper()
    try poller.add(signals.descriptor, as: Self.token(.signals), for: .readable)
    try poller.add(helper.descriptor, as: Self.token(.cameraWork), for: .readable)
    self.init(plan, renew, signals, poller, helper, bootID)
    listenForPlugs()
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    _ plan: BoardPlan, _ renew: @escaping () -> BoardPlan.Renewal, _ signals: consuming Signals,
    _ poller: consuming Poller, _ helper: consuming CameraHelper, _ bootID: String
  ) {
    self.signals = signals
    self.poller = poller
    self.cameraHelper = helper
    self.bootID = bootID
    self.plan = plan
    language = plan.language
    charset = plan.charset
    self.renew = renew
  }

  package var now: Instant { Clock.now }

  package func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  package func utcOffset(at wall: WallTime) -> Int { Clock.utcOffset(at: wall) }

  package func temperature() -> Temperature? { thermometer.hottest() }

  package func isUnderVoltage() -> Bool? { supply.isUnderVoltage() }

  package mutating func measure(into facts: inout Measurements) {
    facts.frames = camera?.counts
    facts.cameraDelay = cameraDelay(at: now)
    facts.droppedByteCount = console?.droppedByteCount ?? 0
    facts.wallError = Clock.wallError
  }

  static func token(_ source: Source) -> Poller.Token { Poller.Token(source.rawValue) }

  func watch(_ descriptor: Int32, as source: Source, for role: Role) throws(Failure) {
    do throws(SystemError) {
      try poller.add(descriptor, as: Self.token(source), for: .readable)
    } catch {
      throw Failure(
        role, Phrase("device.not-watched", "The \(role.word) cannot be watched: \(error.reason)."),
        cause: error)
    }
  }

  /// The kernel forgets a descriptor that is closed anyway, so nothing is lost if this fails.
  func forget(_ descriptor: Int32) {
    try? poller.remove(descriptor)
  }
}

/// Opening and closing the device of each role, and switching those that are no more than a switch.
extension LinuxDeviceSet {
  package mutating func open(_ role: Role) throws(Failure) -> Event? {
    switch role {
    case .camera:
      try openCamera()
      return nil
    case .accelerometer: return try openAccelerometer()
    case .button: try openButton()
    case .light: if let settings = plan.light { light = try Light(settings, as: .light) }
    case .buzzer: if let settings = plan.buzzer { buzzer = try Light(settings, as: .buzzer) }
    case .console: try openConsole()
    case .store: break
    }
    return .device(.opened(role))
  }

  package mutating func close(_ role: Role) {
    switch role {
    case .camera: closeCamera()
    case .button: closeButton()
    case .light: light = nil
    case .buzzer: buzzer = nil
    case .accelerometer: closeAccelerometer()
    case .console, .store: break
    }
  }

  package mutating func setLight(_ isOn: Bool) throws(Failure) { try light?.set(isOn) }

  package mutating func setBuzzer(_ isOn: Bool) throws(Failure) { try buzzer?.set(isOn) }

  private mutating func openButton() throws(Failure) {
    guard let settings = plan.button else { return }
    let button = try Button(settings)
    try watch(button.descriptor, as: .button, for: .button)
    self.button = consume button
  }

  private mutating func openConsole() throws(Failure) {
    guard console == nil else { return }
    console = try Console(
      at: Console.Places(
        lines: plan.socket, door: plan.door,
        terminalLine: plan.tty.map { "\($0) \(plan.baud)" } ?? "", serialAccess: plan.serialAccess),
      Console.Speech(language, charset), source: Source.console.rawValue)
  }

  private mutating func closeButton() {
    if let descriptor = button?.descriptor { forget(descriptor) }
    button = nil
  }
}

/// Audience: consoles, the service manager, the log.
extension LinuxDeviceSet {
  package var terminals: [SessionID] {
    switch console {
    case .some(let console): console.terminals
    case .none: []
    }
  }

  package mutating func send(_ reply: Reply, to session: SessionID) {
    console?.send(reply, to: session)
  }

  package func freeByteCount(of session: SessionID) -> Int {
    switch console {
    case .some(let console): console.freeByteCount(of: session)
    case .none: 0
    }
  }

  package mutating func hand(_ file: consuming FileDescriptor, to session: SessionID) -> Bool {
    console?.hand(file, to: session) ?? false
  }

  package mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    console?.takeHanded(by: session)
  }

  package mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID) {
    console?.note(outcome, of: session)
  }

  package mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings? {
    console?.configure(session, as: wish) ?? nil
  }

  package mutating func continues(_ session: SessionID) {
    console?.continues(session)
  }

  package mutating func answered(_ session: SessionID) {
    console?.answer("", to: session)
  }

  package mutating func speak(with texts: [String: String]) {
    language = plan.language.with(texts)
    console?.speech.language = language
  }

  package mutating func write(in charset: Charset?) {
    self.charset = charset ?? plan.charset
    console?.speech.charset = self.charset
  }

  package mutating func notify(_ notice: Notice) {
    notifier?.send(notice, in: language)
  }

  package mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    log.write(level, speaker, phrase.text(in: language))
  }

  /// Sends what the consoles have room for; to be called before the program ends.
  package mutating func settleConsole(at now: Instant = Clock.now) {
    do throws(SystemError) {
      try console?.settle(at: now, with: poller)
    } catch {
      log.error("Console", "\(error.call): \(error.reason)")
    }
  }

  /// Says it to whoever watches the board, and to the log.
  mutating func announce(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    log(level, speaker, phrase)
    for line in terminals { send(Reply(phrase), to: line) }
  }
}
