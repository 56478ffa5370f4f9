/// Asking about the camera, or having it run in another way.
extension Command {
  static let camera = [
    Command(
      name: "powersave", usage: "powersave [on|off] [--json]",
      help: Phrase(
        "help.powersave",
        "says or sets whether the camera saves power: smaller pictures, less often."),
      access: .full,
      words: [
        Phrase(
          "help.powersave.on", "\"on\" and \"off\" say whether power is saved from now on.")
      ], example: "powersave on", read: readPowerSave),
    Command(
      name: "camera",
      usage: "camera [list|use CAMERA|controls|set NAME VALUE] [--json]",
      help: Phrase(
        "help.camera",
        "names the camera, lists cameras or goes on with another, lists the driver's controls or sets one."
      ), access: .full,
      words: [
        Phrase("help.camera.list", "\"list\" tells the cameras that there are."),
        Phrase(
          "help.camera.use",
          "\"use\" goes on with another camera: its number, path or name."),
        Phrase(
          "help.camera.controls",
          "\"controls\" tells what can be set, with range and present value."),
        Phrase("help.camera.set", "\"set\" and a name and a value set one of these."),
      ],
      example: "camera set gain 20", read: readCamera),
  ]

  private static let cameraNames = ["camera list", "camera use", "camera controls", "camera set"]

  private static func readPowerSave(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let isWanted = try words.toggle(of: "powersave") else {
      return .tells { json ? Reply($0.powerJSON) : Reply($0.presentPower) }
    }
    return .changes(.atOnce) { machine, session throws(CommandError) in
      try machine.savePower(isWanted, by: .console(session))
      machine.steps.say(machine.presentPower, to: session)
    }
  }

  private static func readCamera(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil:
      return .tells { machine throws(CommandError) in
        try machine.requireCamera()
        return json ? Reply(machine.capture.presenceJSON) : Reply(machine.capture.presence)
      }
    case "controls": return passes(.controls(json: json))
    case "set": return passes(.set(try words.argument(orElse: .cameraSetWhat)))
    case "list": return passes(.list(json: json))
    case "use": return passes(.use(try words.argument(orElse: .cameraUseWhat)))
    case let name?: throw unknown("camera \(name)", among: cameraNames)
    }
  }

  private static func passes(_ request: CameraRequest) -> Demand {
    let work: Demand.Work = { machine, session throws(CommandError) in
      try machine.requireCamera()
      try machine.pass(request, from: session)
    }
    return request.isHarmless ? .asks(.later, work) : .changes(.later, work)
  }
}

/// Asking for the controls of the camera's driver, and setting them.
package enum CameraRequest: Hashable, Sendable {
  /// List what can be set.
  case controls(json: Bool)
  /// List the cameras, with what would be chosen of each.
  case list(json: Bool)
  /// Go on with another camera: its number, name or path.
  case use(String)
  /// Set a control: its name, which may be of several words, and the value after it.
  case set(String)

  /// Reference to the camera after the one in use.
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
  fileprivate var powerJSON: JSON { .object([("powersave", .bool(savesPower))]) }

  fileprivate func requireCamera() throws(CommandError) {
    if capture.isAbsent { throw CommandError(.cameraAbsent) }
  }

  fileprivate mutating func savePower(
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
  fileprivate mutating func pass(
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

  static let busyChanging = Phrase(
    "camera.use.busy", "Busy: another camera is being opened; ask again in a moment.")
}
