import Core
import System

/// Calls of a guest.
extension DoorSession {
  func hear(_ call: VarlinkCall) throws(VarlinkError) -> GuestInput? {
    let prefix = DoorInterface.name + "."
    guard call.method.hasPrefix(prefix) else { return try answerService(call) }
    let name = String(call.method.dropFirst(prefix.count))
    guard let method = DoorInterface.Method(rawValue: name) else {
      throw .methodNotFound(call.method)
    }
    if let right = method.right, !rights.contains(right) { throw notPermitted(right) }
    switch method {
    case .hello:
      answer(call, hello)
      return nil
    case .status: return owe(call, .status, "status --json")
    case .commands: return owe(call, .commands, "help --json")
    case .watch:
      guard call.wantsMore else { throw .expectedMore }
      return owe(call, .watch, try DoorSession.watchLine(of: call))
    case .say: return owe(call, .say, try line(of: call))
    case .snap: return owe(call, .snap, try DoorSession.snapLine(of: call))
    case .cancel: return owe(call, .press, "cancel")
    case .clip:
      return owe(call, .press, "clip \(try call.bool("start") ? "start" : "stop") --json")
    case .answer: return owe(call, .deed, try DoorSession.answerLine(of: call))
    case .seen: return owe(call, .deed, "seen \(try call.whole("question", least: 1))")
    case .list: return owe(call, .list, try DoorSession.listLine(of: call))
    case .open: return owe(call, .open, "open \(try call.whole("piece", least: 1)) --json")
    case .take: return owe(call, .take, try DoorSession.importLine(of: call))
    case .addThing: return owe(call, .deed, try DoorSession.thingLine(of: call))
    case .delete: return owe(call, .deed, try DoorSession.deleteLine(of: call))
    }
  }

  /// The line of a call, as a console takes it; a person who watches reads what they are asked, which no program does.
  private func line(of call: VarlinkCall) throws(VarlinkError) -> String {
    let text = try call.text("line")
    guard text.utf8.count <= LineReader.byteLimit else {
      throw refused(.consoleLineTooLong(LineReader.byteLimit))
    }
    let line = LineReader.shown(text)
    guard !["watch", "follow"].contains(line.split(separator: " ").first) else {
      throw refused(.doorWatch)
    }
    return line
  }

  func refused(_ phrase: Phrase) -> VarlinkError {
    .refused(key: phrase.key, sentence: phrase.text(in: language).printable)
  }

  private static func watchLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    guard call.parameter("since") != nil else { return "follow --json" }
    return "follow \(try call.whole("since", least: 0)) --json"
  }

  private static func answerLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    return "\(try call.bool("yes") ? "y" : "n") \(try call.whole("question", least: 1))"
  }

  private static func listLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    guard call.parameter("since") != nil else { return "list --json" }
    return "list --since \(try call.whole("since", least: 0) + 1) --json"
  }

  /// Each is a command of its own, which "undo" takes back.
  private static func importLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    let name = try call.text("name")
    guard !name.isEmpty, name.utf8.count <= VarlinkCall.longestName else {
      throw .invalidParameter("name")
    }
    let batch = String(UInt64.random(in: 0 ... .max), radix: 16)
    return "import --handed door-\(batch) \(PercentCode.word(for: name)) --json"
  }

  private static func thingLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    let name = try call.words("name")
    guard call.parameter("category") != nil else { return "thing add \(name)" }
    return "thing add \(name) --category \(try call.words("category"))"
  }

  private static func deleteLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    guard case .array(let pieces)? = call.parameter("pieces"), !pieces.isEmpty else {
      throw .invalidParameter("pieces")
    }
    var line = "delete"
    for piece in pieces {
      guard let number = piece.asInteger, number > 0 else { throw .invalidParameter("pieces") }
      line += " \(number)"
    }
    guard line.utf8.count <= LineReader.byteLimit else { throw .invalidParameter("pieces") }
    return line
  }

  private static func snapLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    var line = "snap"
    for (name, option) in [("after", "--in"), ("count", "--count"), ("every", "--every")] {
      guard let value = call.parameter(name) else { continue }
      guard value.asNumber != nil else { throw .invalidParameter(name) }
      line += " \(option) \(value.text)"
    }
    return line + " --json"
  }

  private func owe(_ call: VarlinkCall, _ kind: Kind, _ line: String) -> GuestInput {
    debt = Debt(call, kind)
    handing = nil
    return .line(line)
  }

  private func answerService(_ call: VarlinkCall) throws(VarlinkError) -> GuestInput? {
    switch call.method {
    case "org.varlink.service.GetInfo": answer(call, DoorSession.info)
    case "org.varlink.service.GetInterfaceDescription":
      let interface = try call.text("interface")
      let texts = [
        DoorInterface.name: DoorInterface.text, "org.varlink.service": DoorInterface.service,
      ]
      guard let text = texts[interface] else { throw .interfaceNotFound(interface) }
      answer(call, [("description", .string(text))])
    default: throw .methodNotFound(call.method)
    }
    return nil
  }

  func notPermitted(_ right: GuestRight) -> VarlinkError {
    .notPermitted(right, sentence: Phrase.doorNotPermitted(right).text(in: language))
  }

  private var hello: [(String, JSON)] {
    let rights = GuestRight.allCases.filter(self.rights.contains).map { JSON.string($0.rawValue) }
    return [
      ("version", .string(ProgramVersion.present)), ("api", .integer(DoorInterface.version)),
      ("rights", .array(rights)), ("now", .number(Clock.now.seconds)),
    ]
  }

  private static var info: [(String, JSON)] {
    [
      ("vendor", .string("Exhibit")), ("product", .string("exhibit")),
      ("version", .string(ProgramVersion.present)), ("url", .string("")),
      ("interfaces", .array([.string("org.varlink.service"), .string(DoorInterface.name)])),
    ]
  }
}

extension Phrase {
  static func doorNotPermitted(_ right: GuestRight) -> Phrase {
    Phrase(
      "door.not-permitted",
      "This needs the right \"\(right.rawValue)\"; the group exhibit gives all but what is root's.")
  }

  static let doorWatch = Phrase(
    "door.watch", "Whoever wants to hear of each change calls Watch, with more.")

  static let doorTooLong = Phrase(
    "door.too-long", "The answer has more than 64 kB; ask for less of it at once.")
}
