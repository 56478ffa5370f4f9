import Core
import Evidence

extension MeaningCheck {
  /// Compares the things of the manifest with those of its pieces.
  func compareThings() throws(Failure) {
    var seen: Set<Int> = []
    try readManifest { part throws(Failure) in
      guard case .element("things", let text) = part else { return }
      let thing = JSONParser.value(of: text) ?? .null
      let number = thing.member("number")
      guard case .integer(let known)? = number, things[known] != nil, seen.insert(known).inserted,
        let entry = try inventory.entry(known)
      else {
        let spelled = number.flatMap { $0.isNull ? nil : $0.spelling }
        found.noteMember("number", of: .things, spelled, here: spelled ?? "null", told: nil)
        return
      }
      compare(thing, ExportManifest.json(entry.thing), of: .things, String(known))
    }
    for number in things.keys.sorted() where !seen.contains(number) {
      found.noteMember("number", of: .things, String(number), here: nil, told: String(number))
    }
  }

  /// Compares the reasons why pieces and texts are left out, of an export which says that nothing else is.
  func compareList() throws(Failure) {
    guard let list = try FileListReader(at: export.place(of: FileList.file)) else { return }
    let redacted = Set(try inventory.redactedTexts())
    let places = Set(redacted.compactMap(\.place))
    var left: Set<Int> = []
    while let line = try list.next() {
      switch line {
      case .piece(let number, let reason, let by)?:
        left.insert(number)
        if try !isTrue(number, reason, by) { found.notePiece(number) }
      case .text(let record, let member, let reason, let by)?:
        let isOther = reason == .otherThing && by == nil
        let isSo = line.map { redacted.contains($0) || isOther && !places.contains($0.place ?? "") }
        if isSo != true { found.noteText(member, of: record) }
      case .file?, nil: break
      }
    }
    try inventory.eachItem { item throws(Failure) in
      let number = item.piece.number
      // A copy without faces is there, and listed as what lacks the original.
      if left.contains(number) ? false : !listed.contains(number) || self.redacted[number] != nil {
        found.notePiece(number)
      }
    }
  }

  /// Whether piece `number` may be left out for this `reason`, by the record `by`.
  private func isTrue(
    _ number: Int, _ reason: ListLine.Reason, _ by: Int?
  ) throws(Failure) -> Bool {
    guard let item = try inventory.item(number) else { return false }
    switch reason {
    case .held: return item.absence == nil && by == nil && !listed.contains(number)
    case .redacted: return by != nil && redacted[number] == by
    case .deleted, .purged, .otherThing:
      return item.absence ?? .piece(number, .otherThing) == .piece(number, reason, by: by)
    }
  }
}

extension ListLine {
  /// Record and member of a text.
  fileprivate var place: String? {
    if case .text(let record, let member, _, _) = self { "\(record) \(member)" } else { nil }
  }
}
