/// Asking for requests, taking them in, and saying how they stand.
extension Command {
  static let requests = [
    Command(
      name: "request", usage: "request [list|show [N]|import PATH|status N WORD] [--json]",
      help: Phrase(
        "help.request",
        "says which evidence somebody asked for, and takes in such requests."), access: .full,
      words: [
        Phrase(
          "help.request.show",
          "\"show\" and a number tell all of one; without it, of the active one."),
        Phrase(
          "help.request.import",
          "\"import\" and a PATH that begins with / take in a file of JSON."),
        Phrase(
          "help.request.status",
          "\"status\" with a number and a word, such as active or completed, say how it stands."),
      ],
      example: "request status 1 active", read: readRequest)
  ]

  private static let requestVerbs = ["list", "show", "import", "status"]

  private static func readRequest(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil, "list": return .reads(.requests, json: json)
    case "show":
      guard !words.isEmpty else { return .reads(.request(nil), json: json) }
      return .reads(.request(try words.requestNumber(for: "request show")), json: json)
    case "import": return .changesStore(.importRequest(try words.requestPath()))
    case "status":
      let number = try words.requestNumber(for: "request status")
      return .changesStore(.setRequest(number, try words.requestStatus()))
    case let verb?:
      throw unknown("request \(verb)", among: requestVerbs.map { "request \($0)" })
    }
  }
}

extension CommandWords {
  fileprivate mutating func requestNumber(for command: String) throws(CommandError) -> Int {
    try number(of: command, in: 1...999_999_999)
  }

  fileprivate mutating func requestPath() throws(CommandError) -> String {
    guard let path = remainder() else {
      throw CommandError(
        Phrase(
          "request.what",
          "Import what? Say the path of a file, such as /media/stick/request.json."))
    }
    guard path.hasPrefix("/") else { throw CommandError(.importPathRelative(path)) }
    return path
  }

  fileprivate mutating func requestStatus() throws(CommandError) -> Request.Status {
    guard let status = Request.Status(rawValue: (next() ?? "").lowercased()) else {
      let list = Request.Status.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(Phrase("request.status-which", "Say how it stands: \(list)."))
    }
    return status
  }
}
