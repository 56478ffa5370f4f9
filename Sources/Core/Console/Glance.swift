/// The state in one line: what an empty line asks for, and what `watch` tells at each change.
struct Glance: Hashable, Sendable {
  private let capture, shutter: String
  private let thing: String?
  private let pieceCount: Int?
  private let faults: [Failure]

  /// The state of `machine`, with what was measured of its store.
  init(of machine: Machine, _ measurements: Measurements) {
    capture = machine.capture.state.name
    shutter = machine.shutter.shown.name
    thing = measurements.thing
    pieceCount = measurements.pieceCount
    faults = machine.faults
  }

  /// It as a line, for programs as one object.
  func text(asJSON isJSON: Bool) -> String { isJSON ? json.text : sentences }

  private var sentences: String {
    let state = Phrase(.statusGlance, capture, shutter, thing ?? "-", "\(pieceCount ?? 0)")
    return ([state] + faults.map(\.statement)).map(\.english).joined(separator: " ")
  }

  private var json: JSON {
    .object([
      ("capture", .string(capture)), ("shutter", .string(shutter)),
      ("thing", .optional(thing)),
      ("pieces", .optional(pieceCount)),
      ("faults", .array(faults.map(\.json))),
    ])
  }
}

extension Machine {
  /// Why devices do not work, the camera's first.
  var faults: [Failure] { ([capture.device] + others).compactMap(\.failure) }
}

extension Failure {
  /// It as a sentence of the status.
  var statement: Phrase { Phrase(.statusFault, role.rawValue, phrase.english) }

  /// It for programs.
  var json: JSON {
    .object([
      ("role", .string(role.rawValue)), ("key", .string(phrase.key.rawValue)),
      ("sentence", .string(phrase.english)),
    ])
  }
}
