/// What a console wants to know of the camera's driver, or to have set there.
public enum CameraRequest: Hashable, Sendable {
  /// List what can be set.
  case controls(json: Bool)
  /// List the cameras, with what would be chosen of each.
  case list(json: Bool)
  /// Go on with another camera: its number, name or path.
  case use(String)
  /// Set a control: its name, which may be of several words, and the value after it.
  case set(String)

  private static let names = ["camera list", "camera use", "camera controls", "camera set"]

  static let usage =
    "camera [list [--json] | use CAMERA | controls [--json] | set NAME VALUE]"

  /// Whether it only reads.
  var isHarmless: Bool {
    switch self {
    case .controls, .list: true
    case .set, .use: false
    }
  }

  /// Reads what follows the word `camera`; nil if that is nothing.
  static func next(_ words: inout Words) throws(Misunderstanding) -> CameraRequest? {
    switch words.next() {
    case nil: nil
    case "controls": .controls(json: words.flag("--json"))
    case "set": .set(try words.argument(orElse: .cameraSetWhat))
    case "list": .list(json: words.flag("--json"))
    case "use": .use(try words.argument(orElse: .cameraUseWhat))
    case let name?: throw Command.unknown("camera \(name)", among: names)
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
