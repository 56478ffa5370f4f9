/// One part of the status, as the concern that it is about tells it.
struct StatusEntry {
  /// Its name among the others, for programs.
  let name: String
  /// It for people, a sentence a line; none where there is nothing to say.
  let sentences: [Phrase]
  /// It for programs.
  let json: JSON

  init(_ name: String, _ sentences: [Phrase] = [], json: JSON) {
    self.name = name
    self.sentences = sentences
    self.json = json
  }
}

extension [StatusEntry] {
  /// All of it for people, or as one object for programs.
  func text(asJSON isJSON: Bool) -> String {
    if isJSON { return JSON.object(map { ($0.name, $0.json) }).text }
    return flatMap(\.sentences).map(\.english).joined(separator: "\n")
  }
}
