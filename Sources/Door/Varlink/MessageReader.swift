import Core

/// Finds the messages of varlink's wire in the bytes of a connection: JSON, and a zero behind each.
struct MessageReader {
  /// The longest message of a guest, in bytes.
  static let byteLimit = 65_536

  private var message: [UInt8] = []

  /// Whether it is longer than any of ours: who sends that is no guest.
  private(set) var isOverfull = false

  /// Takes the next byte; the message that it ended.
  mutating func feed(_ byte: UInt8) -> [UInt8]? {
    if byte == 0 {
      defer { message.removeAll(keepingCapacity: false) }
      return message
    }
    if message.count < MessageReader.byteLimit { message.append(byte) } else { isOverfull = true }
    return nil
  }
}

/// A call of varlink's wire.
struct VarlinkCall {
  /// The method's whole name, such as `net.exhibit.Camera.Say`.
  let method: String
  /// The parameters by their names.
  let parameters: JSON
  /// Whether several replies may come.
  let wantsMore: Bool
  /// Whether none may.
  let isOneWay: Bool

  /// The call in `message`; nil where it is none.
  ///
  /// Parameters that are left out, null or an empty object mean none.
  init?(_ message: [UInt8]) {
    guard let call = JSONParser.value(of: message), let method = call.member("method")?.asText
    else { return nil }
    self.method = method
    switch call.member("parameters") {
    case nil, .null: parameters = .object([])
    case .object(let members): parameters = .object(members)
    default: return nil
    }
    wantsMore = call.member("more")?.isTrue ?? false
    isOneWay = call.member("oneway")?.isTrue ?? false
  }

  /// The parameter `name`; nil where it is left out or null.
  func parameter(_ name: String) -> JSON? {
    switch parameters.member(name) {
    case nil, .null: nil
    case let value?: value
    }
  }

  /// The whole number of the parameter `name`, which has to be there, at least `least`.
  func whole(_ name: String, least: Int) throws(VarlinkError) -> Int {
    let number = parameter(name)?.asNumber.flatMap { Int(exactly: $0) }
    guard let number, number >= least, number < Int(Int32.max) else {
      throw .invalidParameter(name)
    }
    return number
  }

  /// The longest name of a file or a thing, in bytes.
  static let longestName = 255

  /// Whether the parameter `name` says yes, which has to be there.
  func bool(_ name: String) throws(VarlinkError) -> Bool {
    guard case .bool(let isYes)? = parameter(name) else { throw .invalidParameter(name) }
    return isYes
  }

  /// The text of the parameter `name`, which has to be there, as words of a line among which no option is.
  func words(_ name: String) throws(VarlinkError) -> String {
    let words = try text(name).split(separator: " ").map { String($0) }
    guard !words.isEmpty, !words.contains(where: { $0.hasPrefix("-") }) else {
      throw .invalidParameter(name)
    }
    let line = words.joined(separator: " ")
    guard line.utf8.count <= VarlinkCall.longestName, LineReader.shown(line) == line else {
      throw .invalidParameter(name)
    }
    return line
  }

  /// The text of the parameter `name`, which has to be there.
  func text(_ name: String) throws(VarlinkError) -> String {
    guard let text = parameter(name)?.asText else { throw .invalidParameter(name) }
    return text
  }
}

/// An error of varlink's wire: that of its own interface, or of ours.
enum VarlinkError: Error, Hashable {
  case methodNotFound(String)
  case interfaceNotFound(String)
  case invalidParameter(String)
  /// Only with more.
  case expectedMore
  /// The caller lacks this right.
  case notPermitted(GuestRight, sentence: String)
  /// What is told was not read for too long: the latest record that was told, if any.
  case tooSlow(cursor: Int?)
  /// It can't be done now.
  case refused(key: String, sentence: String)
  /// A yes has to come first.
  case asks(key: String, sentence: String)

  /// As it is sent.
  var reply: JSON {
    .object([("error", .string(name)), ("parameters", .object(members))])
  }

  private var name: String {
    switch self {
    case .methodNotFound: "org.varlink.service.MethodNotFound"
    case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
    case .invalidParameter: "org.varlink.service.InvalidParameter"
    case .expectedMore: "org.varlink.service.ExpectedMore"
    case .notPermitted: "\(DoorInterface.name).NotPermitted"
    case .tooSlow: "\(DoorInterface.name).TooSlow"
    case .refused: "\(DoorInterface.name).Refused"
    case .asks: "\(DoorInterface.name).Asks"
    }
  }

  private var members: [(String, JSON)] {
    switch self {
    case .methodNotFound(let method): [("method", .string(method))]
    case .interfaceNotFound(let interface): [("interface", .string(interface))]
    case .invalidParameter(let name): [("parameter", .string(name))]
    case .expectedMore: []
    case .notPermitted(let right, let sentence):
      [("right", .string(right.rawValue)), ("sentence", .string(sentence))]
    case .tooSlow(let cursor): [("cursor", .optional(cursor))]
    case .refused(let key, let sentence), .asks(let key, let sentence):
      [("key", .string(key)), ("sentence", .string(sentence))]
    }
  }
}

extension JSON {
  /// Whether it is the truth.
  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
