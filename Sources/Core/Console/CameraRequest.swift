/// What a console wants to know of the camera's driver, or to have set there.
public enum CameraRequest: Hashable, Sendable {
  /// List what can be set.
  case controls(json: Bool)
  /// Set a control: its name, which may be of several words, and the value after it.
  case set(String)

  static let usage = "camera [controls [--json] | set NAME VALUE]"

  /// Whether it only reads.
  var isHarmless: Bool {
    switch self {
    case .controls: true
    case .set: false
    }
  }

  /// Reads what follows the word `camera`; nil if that is nothing.
  static func next(_ words: inout Words) throws(Misunderstanding) -> CameraRequest? {
    switch words.next() {
    case nil: nil
    case "controls": .controls(json: words.flag("--json"))
    case "set": .set(try words.argument(orElse: .cameraSetWhat))
    case let name?:
      throw Command.unknown("camera \(name)", among: ["camera controls", "camera set"])
    }
  }
}

extension Words {
  /// Takes all that is left, of which there must be something.
  fileprivate mutating func argument(
    orElse complaint: Phrase.Key
  ) throws(Misunderstanding) -> String {
    guard let argument = remainder() else { throw Misunderstanding(Phrase(complaint)) }
    return argument
  }
}
