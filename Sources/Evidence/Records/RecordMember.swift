import Core

/// Member of a record's payload: where it is, and what it can be.
struct RecordMember: Sendable {
  /// Type of a value, in the words of the published format.
  enum Form: String {
    case text
    /// Any integer.
    case whole
    /// Integer from 0 on.
    case count
    /// Integer from 1 on.
    case number
    /// True or false.
    case flag
    /// 64 hexadecimal digits, in small letters.
    case digest
    /// Array of texts.
    case texts
    /// Array of at least one number.
    case numbers
    /// Array of at least one object.
    case objects
    case object
    case textOrTexts = "text or texts"
  }

  /// Names from the payload to the member, with a dot between; its parent has a member of its own.
  let name: String
  let form: Form
  /// What it means, where its name doesn't say it.
  let note: String?
  /// Whether it can be null.
  private(set) var isNullable = false
  /// Whether it can be missing.
  private(set) var mayLack = false
  /// Whether it is free text of people or programs: a record has its digest, and the text lies beside (`ToldText`).
  private(set) var isTold = false

  init(_ name: String, _ form: Form, _ note: String? = nil) {
    self.name = name
    self.form = form
    self.note = note
  }

  /// The same that can be null.
  var orNull: RecordMember {
    var member = self
    member.isNullable = true
    return member
  }

  /// The same that can be missing.
  var orNone: RecordMember {
    var member = self
    member.mayLack = true
    return member
  }

  /// The same that is free text.
  var told: RecordMember {
    var member = self
    member.isTold = true
    return member
  }

  /// As the published format has it: its name, and in words what it can be.
  var words: String {
    let type = form.rawValue + (isNullable ? " or null" : "") + (mayLack ? ", may lack" : "")
    return "`\(name)` \(type)" + (isTold ? ", told" : "") + (note.map { " (\($0))" } ?? "")
  }

  /// Whether `payload` has it as it can be; it needn't where its parent is missing or null.
  ///
  /// - Parameter isGone: whether its text is not there, and it null for that.
  func fits(_ payload: JSON, isGone: Bool = false) -> Bool {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let parent = dot.map { payload.value(at: name[..<$0]) } ?? payload
    guard let parent, !parent.isNull else { return true }
    let own = dot.map { String(name[name.utf8.index(after: $0)...]) } ?? name
    guard let value = parent.member(own) else { return mayLack }
    return form.fits(value) || (isNullable || isGone) && value.isNull
  }
}

extension RecordMember.Form {
  /// Whether `value` is of this type.
  fileprivate func fits(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.text, .string), (.textOrTexts, .string), (.whole, .integer), (.flag, .bool),
      (.object, .object):
      true
    case (.count, .integer(let number)): number >= 0
    case (.number, .integer(let number)): number > 0
    case (.digest, .string(let text)): text.isDigits(64)
    case (.texts, .array(let elements)), (.textOrTexts, .array(let elements)):
      elements.allSatisfy { RecordMember.Form.text.fits($0) }
    case (.numbers, .array(let elements)):
      !elements.isEmpty && elements.allSatisfy { RecordMember.Form.number.fits($0) }
    case (.objects, .array(let elements)):
      !elements.isEmpty && elements.allSatisfy { RecordMember.Form.object.fits($0) }
    case (.text, _), (.whole, _), (.count, _), (.number, _), (.flag, _), (.digest, _), (.texts, _),
      (.numbers, _), (.objects, _), (.object, _), (.textOrTexts, _):
      false
    }
  }
}

extension JSON {
  /// Whether it is null, which is not the same as a member that lacks.
  package var isNull: Bool { if case .null = self { true } else { false } }
  /// Whether it is true; a number or a text never is.
  package var isTrue: Bool { if case .bool(true) = self { true } else { false } }

  /// Value at `path`, names with a dot between; nil where there is none.
  func value(at path: Substring) -> JSON? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return member(String(path)) }
    return value(at: path[..<dot])?.member(String(path[path.utf8.index(after: dot)...]))
  }

  /// It with `value` in the place of what stands at `path`.
  func replacing(_ path: Substring, with value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    let dot = path.utf8.firstIndex(of: UInt8(ascii: "."))
    let (name, rest) = (
      String(path[..<(dot ?? path.endIndex)]), dot.map { path[$0...].dropFirst() }
    )
    return .object(
      members.map { member in
        guard member.0 == name else { return member }
        return (name, rest.map { member.1.replacing($0, with: value) } ?? value)
      })
  }
}

/// The members that many records have.
extension RecordMember {
  static func text(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .text, note)
  }

  static func whole(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .whole, note)
  }

  static func count(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .count, note)
  }

  static func number(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .number, note)
  }

  static func flag(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .flag, note)
  }

  static func object(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .object, note)
  }

  static func digest(_ path: String, _ note: String? = nil) -> RecordMember {
    RecordMember(path, .digest, note)
  }

  static let requester = RecordMember.text("requester")
  static let utcOffset = RecordMember.whole(
    "utc_offset",
    "seconds that the board's place was east of UTC, by its zone; while the clock is unset at what the system's says"
  ).orNone
  static let pieces = RecordMember("pieces", .numbers, "their numbers")

  /// Those of something with a file, which is relative to the store.
  static let file: [RecordMember] = [
    .text("id"), .number("number"), .text("file"), .digest("sha256"), .count("bytes"),
  ]

  /// Those of the instant at `path`, by both clocks.
  static func moment(_ path: String) -> [RecordMember] {
    [
      .text("\(path).boot_id"), .whole("\(path).monotonic"), .whole("\(path).wall_time").orNull,
      .text("\(path).clock"),
    ]
  }

  /// Those of the file at `path` that a piece has beside its own, if it does.
  static func companion(_ path: String) -> [RecordMember] {
    [.text("\(path).file"), .digest("\(path).sha256"), .count("\(path).bytes")]
  }
}
