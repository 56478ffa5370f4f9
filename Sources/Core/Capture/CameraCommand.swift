/// Asking about the camera, or having it run in another way.
enum CameraCommand: Hashable, Sendable {
  /// Which camera it is, and how it runs.
  case ask(json: Bool)
  /// To be answered by the camera's driver.
  case request(CameraRequest)
  case powerSave(Bool)
  /// Whether power save is on.
  case askPower(json: Bool)

  static let entries = [
    CommandEntry(
      name: "powersave", usage: "powersave [on|off] [--json]", help: Phrase.helpPowerSave,
      access: .full,
      parse: powerSave, words: [.helpPowerSaveOn], example: "powersave on"),
    CommandEntry(
      name: "camera",
      usage: "camera [list|use CAMERA|controls|set NAME VALUE] [--json]",
      help: Phrase.helpCamera, access: .full, parse: camera,
      words: [.helpCameraList, .helpCameraUse, .helpCameraControls, .helpCameraSet],
      example: "camera set gain 20"),
  ]

  private static let names = ["camera list", "camera use", "camera controls", "camera set"]

  /// Whether nobody has to be asked for the answer.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .ask, .powerSave, .askPower: true
    case .request: false
    }
  }

  /// Whether it only reads.
  var isQuestion: Bool {
    switch self {
    case .ask, .askPower: true
    case .request(let request): request.isHarmless
    case .powerSave: false
    }
  }

  @Sendable private static func powerSave(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    guard let isWanted = try words.toggle(of: "powersave") else {
      return .camera(.askPower(json: words.areOfProgram))
    }
    return .camera(.powerSave(isWanted))
  }

  @Sendable private static func camera(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    switch words.next() {
    case nil: .camera(.ask(json: words.areOfProgram))
    case "controls": .camera(.request(.controls(json: words.areOfProgram)))
    case "set": .camera(.request(.set(try words.argument(orElse: .cameraSetWhat))))
    case "list": .camera(.request(.list(json: words.areOfProgram)))
    case "use": .camera(.request(.use(try words.argument(orElse: .cameraUseWhat))))
    case let name?: throw Command.unknown("camera \(name)", among: names)
    }
  }
}

/// What a console wants to know of the camera's driver, or to have set there.
package enum CameraRequest: Hashable, Sendable {
  /// List what can be set.
  case controls(json: Bool)
  /// List the cameras, with what would be chosen of each.
  case list(json: Bool)
  /// Go on with another camera: its number, name or path.
  case use(String)
  /// Set a control: its name, which may be of several words, and the value after it.
  case set(String)

  /// What names the camera after the one in use.
  package static let next = "next"

  /// Whether it only reads.
  var isHarmless: Bool {
    switch self {
    case .controls, .list: true
    case .set, .use: false
    }
  }
}

extension Machine {
  mutating func obey(_ command: CameraCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(let json):
      try requireCamera()
      steps.say(json ? Reply(capture.presenceJSON) : Reply(capture.presence), to: session)
    case .request(let request):
      try requireCamera()
      try pass(request, from: session)
    case .powerSave(let isWanted):
      try savePower(isWanted, by: .console(session))
      steps.say(presentPower, to: session)
    case .askPower(json: true):
      let value = JSON.object([("powersave", .bool(savesPower))])
      steps.say(Reply(value), to: session)
    case .askPower: steps.say(presentPower, to: session)
    }
  }

  private func requireCamera() throws(CommandError) {
    if capture.isAbsent { throw CommandError(.cameraAbsent) }
  }

  private mutating func savePower(
    _ isWanted: Bool, by requester: Requester
  ) throws(CommandError) {
    if let busy = published.activity.forbidsReopening(at: now) { throw CommandError(busy) }
    if isWanted != savesPower {
      let change = SettingChange("powersave", isWanted ? "on" : "off", by: requester)
      steps.note(.settingChanged(change))
    }
    capture.savePower(isWanted)
    steps.log(.info, "Capture", presentPower)
  }

  /// Passes on what only the camera's driver can answer.
  private mutating func pass(
    _ request: CameraRequest, from session: SessionID
  ) throws(CommandError) {
    if let busy = request.isHarmless ? nil : published.activity.forbidsSetting(at: now) {
      throw CommandError(busy)
    }
    if case .use = request { try allowChange() }
    steps.add(.camera(.answer(request, to: session)))
  }

  private mutating func allowChange() throws(CommandError) {
    if let busy = published.activity.forbidsReopening(at: now) { throw CommandError(busy) }
    if capture.isChanging { throw CommandError(.busyChanging) }
    capture.askForChange()
  }
}

extension CommandWords {
  /// Takes all that is left, of which there must be something.
  fileprivate mutating func argument(
    orElse complaint: Phrase
  ) throws(CommandError) -> String {
    guard let argument = remainder() else { throw CommandError(complaint) }
    return argument
  }
}

extension Phrase {
  static let cameraUseWhat = Phrase(
    "camera.use.what",
    "\"camera use\" takes a camera's number, name or path; \"camera list\" lists the cameras.")

  static let cameraSetWhat = Phrase(
    "camera.set.what",
    "\"camera set\" takes a control's name and its value; \"camera controls\" lists the controls.")

  static let helpPowerSaveOn = Phrase(
    "help.powersave.on", "\"on\" and \"off\" say whether power is saved from now on.")
  static let helpCameraList = Phrase(
    "help.camera.list", "\"list\" tells the cameras that there are.")
  static let helpCameraUse = Phrase(
    "help.camera.use", "\"use\" goes on with another camera: its number, path or name.")
  static let helpCameraControls = Phrase(
    "help.camera.controls", "\"controls\" tells what can be set, with range and present value.")
  static let helpCameraSet = Phrase(
    "help.camera.set", "\"set\" and a name and a value set one of these.")
  static let helpCamera = Phrase(
    "help.camera",
    """
    names the camera, lists cameras or goes on with another, lists the driver's controls or \
    sets one.
    """)

  static let helpPowerSave = Phrase(
    "help.powersave", "says or sets whether the camera saves power: smaller pictures, less often.")

  static let busyChanging = Phrase(
    "camera.use.busy", "Busy: another camera is being opened; ask again in a moment.")
}
