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
      throw .wrongRequest(.requestTooLarge(name, RequestFile.mostBytes))
    }
    let isText = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
    let mark = bytes.starts(with: RequestFile.byteOrderMark) ? RequestFile.byteOrderMark.count : 0
    guard isText, let json = JSONParser.value(of: bytes.dropFirst(mark)) else {
      throw .wrongRequest(.requestNoJSON(name, JSONParser.deepest))
    }
    guard case .object(let members) = json else {
      throw .wrongRequest(.requestNoObject(name))
    }
    if let strange = members.first(where: { !RequestFile.names.contains($0.0) }) {
      let list = RequestFile.names.joined(separator: ", ")
      throw .wrongRequest(.requestStrange(name, strange.0.printable, list))
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
      throw .wrongRequest(.requestPriorityWrong(name, priority, list))
    }
    if let due, !ThingField.isDate(due) { throw .wrongRequest(.requestDueWrong(name, due)) }
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
    else { throw .wrongRequest(.requestItems(name, Checklist.mostItems)) }
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
      throw .wrongRequest(.requestMissing(name, member))
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
      throw .wrongRequest(.requestText(name, member, longestText))
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
  static func requestTooLarge(_ name: String, _ most: Int) -> Phrase {
    Phrase(
      "request.too-large", "{1} is too large for a request: it has more than {2} bytes.", name,
      most)
  }

  static func requestNoJSON(_ name: String, _ deepest: Int) -> Phrase {
    Phrase(
      "request.no-json",
      """
      {1} is no request: it is not JSON in UTF-8, or says a name twice, or is more than {2} deep. \
      Check it with "python3 -m json.tool".
      """, name, deepest)
  }

  static func requestNoObject(_ name: String) -> Phrase {
    Phrase(
      "request.no-object",
      "{1} is no request: it must be one JSON object with \"url\" and \"required_evidence\".", name)
  }

  static func requestStrange(_ name: String, _ member: String, _ names: String) -> Phrase {
    Phrase(
      "request.strange", "{1} is no request: nobody knows \"{2}\"; there are {3}.", name, member,
      names)
  }

  static func requestMissing(_ name: String, _ member: String) -> Phrase {
    Phrase("request.missing", "{1} is no request: it lacks \"{2}\"; add it.", name, member)
  }

  static func requestText(_ name: String, _ member: String, _ longest: Int) -> Phrase {
    Phrase(
      "request.text",
      "{1} is no request: \"{2}\" must be a text on one line, of at most {3} characters.", name,
      member, longest)
  }

  static func requestItems(_ name: String, _ most: Int) -> Phrase {
    Phrase(
      "request.items",
      "{1} is no request: \"required_evidence\" must be an array of 1 to {2} texts.", name, most)
  }

  static func requestItem(_ name: String, _ number: Int, _ longest: Int) -> Phrase {
    Phrase(
      "request.item-wrong",
      """
      {1} is no request: text {2} of "required_evidence" must be on one line, of at most {3} \
      characters.
      """, name, number, longest)
  }

  static func requestPriorityWrong(_ name: String, _ word: String, _ words: String) -> Phrase {
    Phrase(
      "request.priority-wrong", "{1} is no request: there is no priority {2}; it is one of {3}.",
      name, word, words)
  }

  static func requestDueWrong(_ name: String, _ text: String) -> Phrase {
    Phrase(
      "request.due-wrong",
      "{1} is no request: {2} is no \"due_date\"; a date is written 2026-03-27.", name, text)
  }
}
