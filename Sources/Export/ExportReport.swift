import Core

/// What came of an export.
package struct ExportReport: Sendable {
  /// Where it was written, as it was named.
  package let place: String
  /// Whether copies there outlive the store's medium.
  package let keeping: ExportKeeping
  /// How many pieces were to be in it.
  package internal(set) var pieceCount = 0
  /// How many things these document.
  package internal(set) var thingCount = 0
  /// The bytes of their originals and copies.
  package internal(set) var byteCount = 0
  /// Numbers of the pieces that are there, copy and original, as they are in the store now, in their order.
  package internal(set) var whole: [Int] = []
  /// Those of them that were there from an earlier export.
  package internal(set) var earlierCount = 0
  /// Numbers of those of them that are copies in which faces are blank: the originals are in the store alone.
  package internal(set) var redacted: [Int] = []
  /// Numbers of the pieces that stay because of faces, by the reason.
  package internal(set) var held: [Departure.Reason: [Int]] = [:]
  /// Numbers of the pieces whose evidence outlives the store: its copy and its original lie on another physical disk,
  /// are flushed, were read back and are what their records say.
  package internal(set) var safe: [Int] = []
  /// The SHA-256 of those, as they were stored and were read back, by their numbers.
  package internal(set) var safeDigests: [Int: String] = [:]
  /// What people should know though nothing is wrong.
  package internal(set) var notes: [Phrase] = []
  /// What is wrong with single pieces and files, as people hear it.
  package internal(set) var problems: [Phrase] = []
  /// What ended it early.
  package internal(set) var failure: Failure?

  init(place: String, keeping: ExportKeeping) {
    self.place = place
    self.keeping = keeping
  }

  /// Whether all of it is there, and as it was stored.
  package var isGood: Bool { failure == nil && problems.isEmpty }

  /// In sentences, or as an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(json) : .sentences(sentences)
  }

  private var json: JSON {
    .object([
      ("destination", .string(place)), ("keeping", .string(keeping.rawValue)),
      ("complete", .bool(isGood)), ("pieces", .integer(pieceCount)),
      ("things", .integer(thingCount)), ("bytes", .integer(byteCount)),
      ("earlier", .integer(earlierCount)), ("whole", .array(whole.map { .integer($0) })),
      ("safe", .array(safe.map { .integer($0) })),
      ("redacted", .array(redacted.map { .integer($0) })),
      ("held", .array(held.values.joined().sorted().map { .integer($0) })),
      ("notes", .array(notes.map(\.json))), ("problems", .array(told.map(\.json))),
    ])
  }

  /// No more problems are told one by one.
  private static let mostProblems = 20

  private var told: [Phrase] { problems + (failure.map { [$0.phrase] } ?? []) }
}

extension ExportReport {
  private var sentences: [Phrase] {
    let facts = Phrase.exported(pieceCount, thingCount, place, Figures.bytes(byteCount))
    let earlier =
      earlierCount > 0
      ? [Phrase("export.earlier", "Pieces that were there already: \(earlierCount).")] : []
    let rest = problems.count - ExportReport.mostProblems
    let problems =
      Array(problems.prefix(ExportReport.mostProblems))
      + (rest > 0 ? [Phrase("export.more", "And \(rest) more.")] : [])
    let missing = pieceCount - whole.count
    let broken =
      failure != nil || missing > 0
      ? [
        Phrase(
          "export.broken",
          """
          The export is not complete. Pieces that were read back there and are whole: \(whole.count). Others: \
          \(missing).
          """)
      ] : []
    return (failure == nil ? [facts] : []) + notes + earlier + faces + problems + broken + safety
  }

  /// What became of faces.
  private var faces: [Phrase] {
    let blank =
      redacted.isEmpty
      ? []
      : [
        Phrase(
          "export.redacted",
          "Copies in which faces are hidden: \(redacted.count). Their originals stay here; programs miss faces, so look at them."
        )
      ]
    return blank
      + Departure.Reason.allCases.compactMap { reason in
        held[reason].map { .held($0, reason) }
      }
  }

  /// Whether the photos may be gone from the store.
  private var safety: [Phrase] {
    [
      keeping.caution(place)
        ?? Phrase(
          "export.safe",
          "Pieces that are safe there: \(safe.count). They were read back, and are what was stored."
        )
    ]
  }
}

extension Phrase {
  fileprivate var json: JSON {
    .object([("key", .string(key)), ("sentence", .sentence(self))])
  }

  static func exported(_ pieces: Int, _ things: Int, _ place: String, _ bytes: Figure) -> Phrase {
    Phrase(
      "export.done",
      "Exported to \(place). Pieces: \(pieces). Things: \(things). Size: \(bytes).")
  }

}
