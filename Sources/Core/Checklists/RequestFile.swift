/// What a request says, as somebody else wrote it: an object of JSON with known names, short texts and nothing else.
package struct RequestFile: Hashable, Sendable {
  /// A larger file is not read.
  package static let mostBytes = 65_536
  static let longestText = 500
  static let longestItem = 80
  private static let names = [
    "url", "type", "title", "required_evidence", "priority", "due_date", "delivery_target",
  ]
  private static let priorities = ["low", "normal", "high", "urgent"]

  /// What tells it from all others, for whoever wrote it.
  package let url: String
  /// A word of whoever wrote it for what it is about.
  package let type: String
  /// What people call it; its url where it has no title.
  package let title: String
  /// What is to be captured, in this order.
  package let items: [String]
  /// One of `low`, `normal`, `high`, `urgent`.
  package let priority: String?
  /// A day, such as `2026-03-27`.
  package let due: String?
  /// To whom it is to be delivered, in words.
  package let target: String?

  /// What some programs put before a text in UTF-8, which says nothing.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What `bytes` of the file `name` say; a refusal names what is wrong with it.
  package init(_ bytes: [UInt8], called name: String) throws(Failure) {
    guard bytes.count <= RequestFile.mostBytes else {
      throw .wrongRequest(
        Phrase(
          "request.too-large",
          "\(name) is too large for a request: it has more than \(RequestFile.mostBytes) bytes."))
    }
    let isText = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
    let mark = bytes.starts(with: RequestFile.byteOrderMark) ? RequestFile.byteOrderMark.count : 0
    guard isText, let json = JSONParser.value(of: bytes.dropFirst(mark)) else {
      throw .wrongRequest(
        Phrase(
          "request.no-json",
          """
          \(name) is no request: it is not JSON in UTF-8, or says a name twice, or is more than \
          \(JSONParser.deepest) deep. Check it with "python3 -m json.tool".
          """))
    }
    guard case .object(let members) = json else {
      throw .wrongRequest(
        Phrase(
          "request.no-object",
          "\(name) is no request: it must be one JSON object with \"url\" and \"required_evidence\"."
        ))
    }
    if let strange = members.first(where: { !RequestFile.names.contains($0.0) }) {
      let list = RequestFile.names.joined(separator: ", ")
      throw .wrongRequest(
        Phrase(
          "request.strange",
          "\(name) is no request: nobody knows \"\(strange.0.printable)\"; there are \(list)."))
    }
    url = try RequestFile.needed("url", of: json, name)
    type = try RequestFile.text("type", of: json, name) ?? "evidence"
    title = try RequestFile.text("title", of: json, name) ?? url
    items = try RequestFile.items(of: json, name)
    priority = try RequestFile.text("priority", of: json, name)
    due = try RequestFile.text("due_date", of: json, name)
    target = try RequestFile.text("delivery_target", of: json, name)
    if let priority, !RequestFile.priorities.contains(priority) {
      let list = RequestFile.priorities.joined(separator: ", ")
      throw .wrongRequest(
        Phrase(
          "request.priority-wrong",
          "\(name) is no request: there is no priority \(priority); it is one of \(list)."))
    }
    if let due, !ThingField.isDate(due) {
      throw .wrongRequest(
        Phrase(
          "request.due-wrong",
          "\(name) is no request: \(due) is no \"due_date\"; a date is written 2026-03-27."))
    }
  }

  /// A request as a record has it, its id in the place of a url that was redacted; nil where no request says so.
  package init?(recorded payload: String) {
    guard let json = JSONParser.value(of: payload.utf8),
      let url = json.member("url")?.asText ?? json.member("id")?.asText,
      case .array(let elements)? = json.member("required_evidence")
    else { return nil }
    self.url = url
    type = json.member("type")?.asText ?? ""
    title = json.member("title")?.asText ?? url
    items = elements.compactMap(\.asText)
    priority = json.member("priority")?.asText
    due = json.member("due_date")?.asText
    target = json.member("delivery_target")?.asText
  }

  /// Its members as a record and programs have them.
  package var members: [(String, JSON)] {
    [
      ("url", .string(url)), ("type", .string(type)), ("title", .string(title)),
      ("required_evidence", .array(items.map { .string($0) })), ("priority", .optional(priority)),
      ("due_date", .optional(due)), ("delivery_target", .optional(target)),
    ]
  }

  private static func items(of json: JSON, _ name: String) throws(Failure) -> [String] {
    guard case .array(let elements)? = json.member("required_evidence"),
      (1...Checklist.mostItems).contains(elements.count)
    else {
      throw .wrongRequest(
        Phrase(
          "request.items",
          "\(name) is no request: \"required_evidence\" must be an array of 1 to \(Checklist.mostItems) texts."
        ))
    }
    var items: [String] = []
    for element in elements {
      guard let text = element.asText, isFit(text, longestItem) else {
        throw .wrongRequest(.requestItem(name, items.count + 1, longestItem))
      }
      items.append(text)
    }
    return items
  }

  private static func needed(
    _ member: String, of json: JSON, _ name: String
  ) throws(Failure) -> String {
    guard let text = try text(member, of: json, name) else {
      throw .wrongRequest(
        Phrase("request.missing", "\(name) is no request: it lacks \"\(member)\"; add it."))
    }
    return text
  }

  /// The text of a member; nil where it has none, or null.
  private static func text(
    _ member: String, of json: JSON, _ name: String
  ) throws(Failure) -> String? {
    switch json.member(member) {
    case nil, .null?: return nil
    case .string(let text)? where isFit(text, longestText): return text
    case .string, .object, .array, .number, .integer, .bool, .spelled:
      throw .wrongRequest(
        Phrase(
          "request.text",
          "\(name) is no request: \"\(member)\" must be a text on one line, of at most \(longestText) characters."
        ))
    }
  }

  /// Whether `text` is a line that people can read, without what steers a terminal.
  private static func isFit(_ text: String, _ longest: Int) -> Bool {
    !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.count <= longest
      && text.printable == text
  }
}

extension Failure {
  /// A file that is no request.
  fileprivate static func wrongRequest(_ phrase: Phrase) -> Failure {
    Failure(.store, phrase, kind: .refused)
  }
}

extension Phrase {
  static func requestItem(_ name: String, _ number: Int, _ longest: Int) -> Phrase {
    Phrase(
      "request.item-wrong",
      """
      \(name) is no request: text \(number) of "required_evidence" must be on one line, of at most \(longest) \
      characters.
      """)
  }

}
