/// Asking for requests, taking them in, and saying how they stand.
enum RequestCommand: Hashable, Sendable {
  case list(json: Bool)
  case show(Int?, json: Bool)
  case change(StoreChange)

  static let entries = [
    CommandEntry(
      name: "request", usage: "request [list|show [N]|import PATH|status N WORD] [--json]",
      help: Phrase.helpRequest, access: .full, parse: parse,
      words: [.helpRequestShow, .helpRequestImport, .helpRequestStatus],
      example: "request status 1 active")
  ]

  private static let verbs = ["list", "show", "import", "status"]
  private static let numbers = 1...999_999_999

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .list, .show: true
    case .change: false
    }
  }

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.next() {
    case nil, "list": return .request(.list(json: json))
    case "show":
      guard words.peek() != nil else { return .request(.show(nil, json: json)) }
      return .request(.show(try words.number(of: "request show", in: numbers), json: json))
    case "import": return .request(.change(.importRequest(try path(&words))))
    case "status": return .request(.change(try status(&words)))
    case let verb?:
      throw Command.unknown("request \(verb)", among: verbs.map { "request \($0)" })
    }
  }

  private static func path(_ words: inout CommandWords) throws(CommandError) -> String {
    guard let path = words.remainder() else { throw CommandError(.requestWhat) }
    guard path.hasPrefix("/") else { throw CommandError(.importPathRelative(path)) }
    return path
  }

  private static func status(_ words: inout CommandWords) throws(CommandError) -> StoreChange {
    let number = try words.number(of: "request status", in: numbers)
    let word = words.next() ?? ""
    guard let status = Request.Status(rawValue: word.lowercased()) else {
      let list = Request.Status.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(.requestStatusWhich(list))
    }
    return .setRequest(number, status)
  }
}

extension Machine {
  mutating func obey(_ command: RequestCommand, from session: SessionID) {
    switch command {
    case .list(let json): steps.add(.console(.read(.requests, to: session, json: json)))
    case .show(let number, let json):
      steps.add(.console(.read(.request(number), to: session, json: json)))
    case .change(let change): ask(for: change, by: .console(session))
    }
  }
}

extension Phrase {
  static let helpRequest = Phrase(
    "help.request", "says which evidence somebody asked for, and takes in such requests.")
  static let helpRequestShow = Phrase(
    "help.request.show", "\"show\" and a number tell all of one; without it, of the active one.")
  static let helpRequestImport = Phrase(
    "help.request.import", "\"import\" and a PATH that begins with / take in a file of JSON.")
  static let helpRequestStatus = Phrase(
    "help.request.status",
    "\"status\" with a number and a word, such as active or completed, say how it stands.")
  static let requestWhat = Phrase(
    "request.what", "Import what? Say the path of a file, such as /media/stick/request.json.")

  static func requestStatusWhich(_ words: String) -> Phrase {
    Phrase("request.status-which", "Say how it stands: {1}.", words)
  }
}
