import Core

/// What of that nobody can know any more when records are gone.
extension AcknowledgedFacts {
  /// What the records of `hole` told last is as the store says once all that is behind them is back.
  mutating func lose(_ hole: Hole) {
    var lost: Set<Fact> = []
    for record in hole.records {
      if hole.numbers.contains(record.sequence) {
        lost.formUnion(facts(of: record))
      } else {
        lost.subtract(record.certainFacts)
        lost.formUnion(record.doubtfulFacts)
      }
    }
    leaveOpen(lost.union(hole.records.factsOfGone))
  }

  /// What may be otherwise without `record`.
  private func facts(of record: RecordLine) -> Set<Fact> {
    switch record.kind {
    // What they undid, or whose pieces they were, can't be seen any more.
    case "change.undone", "thing.deleted": facts(.deletion).union(facts(.label))
    case "thing.created", "thing.restored": facts(.deletion).union(record.certainFacts)
    case "thing.changed": [record.ofThing]
    case "store.reset": facts(.value)
    default: record.certainFacts.union(record.doubtfulFacts)
    }
  }
}

extension RecordLine {
  fileprivate typealias Fact = AcknowledgedFacts.Fact

  /// What people know by it, and by it alone; behind a hole it comes back.
  fileprivate var certainFacts: Set<Fact> {
    switch kind {
    case "piece.titled": ofPieces(.title)
    case "piece.decided": ofPieces(.decision, .option)
    case "piece.locked": ofPieces(.lock)
    case "piece.deleted", "piece.undeleted": ofPieces(.deletion)
    case "option.confirmed": isOfAnalyser ? [] : ofPieces(.decision)
    case "thing.created", "thing.restored": [ofThing]
    case "setting.kept": [Fact(subject: "setting \(text("name") ?? "")", name: .value)]
    case _ where isCapture: ofPieces(.deletion)
    default: []
    }
  }

  /// What people know by it, and what does not come back.
  fileprivate var doubtfulFacts: Set<Fact> {
    guard kind == "option.confirmed" else { return [] }
    return isOfAnalyser ? ofPieces(.decision, .option) : ofPieces(.option)
  }

  /// Whether it makes a piece.
  var isCapture: Bool {
    [
      "photo.stored", "clip.stored", "clip.recovered", "piece.adopted", "piece.imported",
      "piece.restored",
    ].contains(kind)
  }

  private var isOfAnalyser: Bool { text("requester") == "analyser" }

  /// What the thing is called that it tells of.
  fileprivate var ofThing: Fact { Fact(subject: "thing \(number("number") ?? 0)", name: .label) }

  private func ofPieces(_ names: Fact.Name...) -> Set<Fact> {
    Set(pieces.flatMap { piece in names.map { Fact(subject: "piece \(piece)", name: $0) } })
  }
}

extension [RecordLine] {
  /// Of pieces whose files are gone on purpose, and of which no record makes a row any more.
  fileprivate var factsOfGone: Set<AcknowledgedFacts.Fact> {
    let made = Set(filter(\.isCapture).flatMap(\.pieces))
    let purged = Set(filter { $0.kind == "piece.purged" }.flatMap(\.pieces))
    let names = AcknowledgedFacts.Fact.Name.allCases
    return Set(
      made.intersection(purged).flatMap { piece in
        names.map { AcknowledgedFacts.Fact(subject: "piece \(piece)", name: $0) }
      })
  }
}
