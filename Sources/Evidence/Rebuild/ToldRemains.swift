import Core

/// What the records behind a hole tell of things and pieces: of each the last word.
struct ToldRemains {
  /// A thing that began there.
  struct BegunThing {
    let id: String
    /// The payload of its record.
    let payload: JSON
    /// The record that begins it.
    let head: Head
  }

  /// A thing, by what a record calls it.
  enum ThingNamed {
    case id(String)
    /// Where it began before the hole.
    case number(Int)
  }

  /// A field of a thing that was set there.
  struct FieldOfThing: Hashable {
    let thing: String
    let field: String
  }

  /// What people held of a piece; nil: nothing was said.
  struct PieceMarks {
    /// The SHA-256 of its file, where it was stored there.
    var sha256: String?
    var title, decision: JSON?
    var isLocked: Bool?
    /// The record that deleted it; 0: it is not.
    var deletedBy: Int?
    /// Why its files were removed for good.
    var purge: JSON?
    /// What people made of its faces, by the sequences of their records, the latest last.
    var faces: [(record: Int, payload: JSON)] = []
  }

  private(set) var things: [BegunThing] = []
  private(set) var fields: [FieldOfThing: JSON] = [:]
  /// By which record things were deleted, by their ids.
  private(set) var deletedThings: [String: Int] = [:]
  /// The current thing.
  private(set) var currentThing: ThingNamed?
  private(set) var pieces: [Int: PieceMarks] = [:]
  /// The settings that people keep, by their names; null: as configured.
  private(set) var settings: [String: JSON] = [:]
  /// Whether all settings of before were forgotten.
  private(set) var hasReset = false
  /// The records that were undone.
  private(set) var undone: [Int] = []
  /// The texts that are gone for good.
  private(set) var redacted: [Record.TextPlace] = []
  /// The highest number that something has.
  private(set) var lastNumber = 0
  /// The hashes of the records.
  private(set) var history = History()
  /// The payloads of the records by which files that people brought became pieces, by their numbers.
  private(set) var imports: [Int: JSON] = [:]
  /// The pieces that records made, by their sequences.
  private var captured: [Int: Int] = [:]

  /// Reads the file of `kept` and the texts beside `mark`, in the store's folder `directory`; nil where the file is not
  /// what was kept.
  init?(_ kept: KeptRecords, in directory: String) throws(Failure) {
    guard FileCheck(EvidenceFolder(root: directory)).flaw(of: kept.file) == nil else { return nil }
    var texts: [Int: [ToldText]] = [:]
    try BundleReader(at: RebuiltMark.path(in: directory)).eachText { text in
      texts[text.record, default: []].append(text)
    }
    let lines = try BundleReader(at: "\(directory)/\(kept.file.file)")
    while let next = try lines.next() {
      let record = next.record
      history.add(next.hash, as: record.sequence)
      guard let kind = Record.Kind.named(record.kind),
        let said = record.said(as: kind, with: texts[record.sequence] ?? [])
      else { continue }
      // What can't be read is not what somebody cleared.
      let isCleared = [.thingChanged, .pieceTitled].contains(kind) && !said.gone.isEmpty
      if !isCleared { take(next.head, kind, said.payload) }
    }
  }

  private mutating func take(_ head: Head, _ kind: Record.Kind, _ payload: JSON) {
    lastNumber = max(lastNumber, kind.reservesNumber ? payload.integer("number") ?? 0 : 0)
    let id = payload.text("id") ?? ""
    switch kind {
    case .thingCreated, .thingRestored:
      things.append(BegunThing(id: id, payload: payload, head: head))
      if kind == .thingCreated { currentThing = .id(id) }
    case .thingUsed: currentThing = .id(id)
    case .thingChanged:
      let field = FieldOfThing(thing: id, field: payload.text("field") ?? "")
      fields[field] = payload.member("value") ?? .null
    case .thingDeleted:
      deletedThings[id] = head.sequence
      guard let next = payload.integer("current") else { break }
      let begun = things.last { $0.payload.integer("number") == next }
      currentThing = begun.map { .id($0.id) } ?? .number(next)
    case .changeUndone: undo(payload.integers("records"), head.sequence)
    case .settingKept: settings[payload.text("name") ?? ""] = payload.member("value") ?? .null
    case .storeReset: (settings, hasReset) = ([:], true)
    case .textRedacted: redacted += Record.TextPlace.all(in: payload)
    default: mark(kind, payload, head.sequence)
    }
  }

  private mutating func mark(_ kind: Record.Kind, _ payload: JSON, _ sequence: Int) {
    if Record.Kind.captures.contains(kind), let number = payload.integer("number") {
      captured[sequence] = number
      pieces[number, default: PieceMarks()].sha256 = payload.text("sha256")
      if kind == .pieceImported { imports[number] = payload }
    }
    for number in payload.integers("pieces") {
      var marks = pieces[number] ?? PieceMarks()
      switch kind {
      case .pieceTitled: marks.title = payload.member("title")
      case .pieceDecided: marks.decision = payload.member("decision")
      case .optionConfirmed: confirm(payload, in: &marks)
      case .pieceLocked: marks.isLocked = payload.member("locked")?.isTrue
      case .pieceDeleted: marks.deletedBy = sequence
      case .pieceUndeleted: marks.deletedBy = 0
      case .piecePurged: marks.purge = payload.member("reason")
      case .facesChanged: marks.faces.append((sequence, payload))
      case .facesUndone: marks.faces.removeAll { $0.record == payload.integer("record") }
      default: continue
      }
      pieces[number] = marks
    }
  }

  /// Takes a person's choice as a decision; an analyser may say its own again.
  private func confirm(_ payload: JSON, in marks: inout PieceMarks) {
    guard payload.text("requester") != Requester.analyser.name else { return }
    marks.decision = .string(PieceDecision.confirmed.rawValue)
  }

  private mutating func undo(_ records: [Int], _ sequence: Int) {
    undone += records
    for record in records {
      deletedThings = deletedThings.filter { $0.value != record }
      for number in pieces.keys where pieces[number]?.deletedBy == record {
        pieces[number]?.deletedBy = 0
      }
      if let number = captured[record] { pieces[number]?.deletedBy = sequence }
    }
  }
}

extension Record.Kind {
  /// Whether nothing else gets the number that such a record names.
  fileprivate var reservesNumber: Bool {
    Record.Kind.captures.contains(self)
      || [.pieceBegun, .numberSpent, .fileRejected].contains(self)
  }
}

extension Record.TextPlace {
  /// Those that the payload of a `text.redacted` names.
  static func all(in payload: JSON?) -> [Record.TextPlace] {
    guard case .array(let texts)? = payload?.member("texts") else { return [] }
    return texts.compactMap { text in
      text.integer("record").map { Record.TextPlace(record: $0, member: text.text("member") ?? "") }
    }
  }
}
