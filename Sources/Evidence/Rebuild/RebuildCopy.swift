import CSQLite
import Core

/// The copying of all records that can be had into a new database: from the old one, and from exports where they join.
struct RebuildCopy {
  /// The latest record that was written.
  private(set) var head = Head.none
  /// Why no more were, if something was in the way.
  private(set) var obstacle: Phrase?
  /// What is lost; nil where nothing is.
  private(set) var lost: LostRecords?
  /// How many records came from exports.
  private(set) var broughtCount = 0
  /// The records by which the device's keys are known.
  private(set) var keys: [ChainedRecord] = []
  /// The texts of the records that were written and that are nowhere, though none of these took them out.
  private(set) var goneTexts: Set<Record.TextPlace> = []
  /// What was read of the old database.
  private(set) var read = Stretches()

  private let path: String
  private let old: OldDatabase?
  private let sources: [RecordSource]
  /// Whether a record is in the way that can be read.
  private(set) var isStopped = false

  /// Copies to `target` what can be had of the database at `path`, of which `old` can be read, and of `sources`.
  init(
    of path: String, _ old: OldDatabase?, _ sources: [RecordSource], unreadable: Phrase?,
    to target: borrowing Database
  ) throws(Failure) {
    (self.path, self.old, self.sources) = (path, old, sources)
    var (isEndLost, readObstacle) = (true, unreadable)
    if let old {
      var read = Stretches()
      (isEndLost, readObstacle) = try old.eachRecord { next in
        read.take(next)
        return true
      }
      self.read = read
    }
    let writer = try Failure.inDatabase { () throws(DatabaseError) in try RecordWriter(to: target) }
    for span in RebuildPlan(of: read, sources).spans where !isStopped {
      try copy(span, by: writer, to: target)
    }
    try forgetRedacted(in: target)
    findLost(isEndLost)
    if lost != nil { obstacle = obstacle ?? readObstacle ?? missing }
  }

  private mutating func forgetRedacted(in target: borrowing Database) throws(Failure) {
    var redacted: [Record.TextPlace] = []
    try Failure.inDatabase { () throws(DatabaseError) in
      try target.prepare("SELECT record, member FROM redactions").run { row in
        redacted.append(
          Record.TextPlace(record: row.integer(0) ?? 0, member: row.text(1) ?? ""))
      }
    }
    goneTexts.subtract(redacted)
  }

  private mutating func findLost(_ isEndLost: Bool) {
    let next = head.sequence + 1
    guard !isStopped else {
      return lost = LostRecords([], behind: nil, isEndLost: true, after: head.sequence)
    }
    lost = LostRecords(
      read.last < next ? [] : read.history.gaps(from: next, to: read.last),
      behind: read.head.sequence < next ? nil : read.head, isEndLost: isEndLost,
      after: max(head.sequence, read.last))
  }

  /// What is wrong with the record behind the last.
  private var missing: Phrase {
    let next = head.sequence + 1
    let isThere = read.all.contains { $0.numbers.contains(next) }
    return isThere
      ? .recordChanged(path, next)
      : Phrase("store.record-gone", "Record \(next) of \(path) is gone.")
  }

  private mutating func copy(
    _ span: RebuildPlan.Span, by writer: borrowing RecordWriter, to target: borrowing Database
  ) throws(Failure) {
    guard let place = span.source else {
      return try copyOld(span.numbers, by: writer, to: target)
    }
    for number in span.numbers where !isStopped {
      guard let record = try sources[place].record(number) else { return isStopped = true }
      try write(record, by: writer, to: target)
      broughtCount += 1
    }
  }

  private mutating func copyOld(
    _ numbers: ClosedRange<Int>, by writer: borrowing RecordWriter, to target: borrowing Database
  ) throws(Failure) {
    guard let old else { return }
    var records = try Failure.inDatabase { () throws(DatabaseError) in
      try ReadableRecords(in: old.database, after: numbers.lowerBound - 1)
    }
    while !isStopped, head.sequence < numbers.upperBound {
      let next = try Failure.inDatabase { () throws(DatabaseError) in try records.next() }
      guard let next, next.record.sequence == head.sequence + 1 else { return isStopped = true }
      try write(try sound(next), by: writer, to: target)
    }
  }

  /// The record as an export has it, where it is not what its hash says here, and is there.
  private func sound(_ next: ChainedRecord) throws(Failure) -> ChainedRecord {
    if sources.isEmpty || next.follows(head.hash) { return next }
    for source in sources {
      if let other = try source.record(next.record.sequence), other.hash == next.hash {
        return other
      }
    }
    return next
  }

  private mutating func write(
    _ next: ChainedRecord, by writer: borrowing RecordWriter, to target: borrowing Database
  ) throws(Failure) {
    let record = next.record
    guard record.isKnown else {
      isStopped = true
      return obstacle = .recordUnknown(path, record.sequence, record.kind, record.version)
    }
    let texts = try texts(of: record)
    do throws(DatabaseError) {
      try writer.write(record, next.hash, next.signature, with: texts, in: target)
    } catch {
      guard error.isOfRecord else { throw Failure(error) }
      isStopped = true
      return obstacle = Failure(error).phrase
    }
    head = next.head
    guard let kind = Record.Kind.named(record.kind) else { return }
    if kind == .storeCreated || kind == .deviceChanged { keys.append(next) }
    guard !kind.told.isEmpty, let said = record.said(as: kind, with: texts) else { return }
    for member in said.gone {
      goneTexts.insert(Record.TextPlace(record: record.sequence, member: member))
    }
  }

  /// The texts that `record` tells, from wherever they can be read.
  func texts(of record: WrittenRecord) throws(Failure) -> [ToldText] {
    var texts = try old?.texts(of: record).filter { record.tells($0) } ?? []
    for source in sources {
      let others = try Failure.inReplay { () throws(DatabaseError) in
        try source.texts(of: record)
      }
      texts += others.filter { other in !texts.contains { $0.member == other.member } }
    }
    return texts
  }
}

/// Writes records as they were written before, and makes the other tables follow.
struct RecordWriter: ~Copyable {
  private let append, appendText, eraseTexts: Statement
  private let sums: Sums

  init(to database: borrowing Database) throws(DatabaseError) {
    let append = try database.prepare(Ledger.appendRecord)
    let appendText = try database.prepare(ToldText.append)
    let eraseTexts = try database.prepare(Record.Kind.eraseTexts)
    let sums = Sums()
    self.append = append
    self.appendText = appendText
    self.eraseTexts = eraseTexts
    self.sums = sums
  }

  /// Writes `record`, and those of `texts` that it tells; what it says is gone goes, wherever it came from.
  func write(
    _ record: WrittenRecord, _ hash: String, _ signature: String?, with texts: [ToldText],
    in database: borrowing Database
  ) throws(DatabaseError) {
    try append.run(record, hash, signature)
    for text in texts where record.tells(text) { try appendText.run(text) }
    if record.kind == Record.Kind.textRedacted.name {
      try eraseTexts.run(.integer(record.sequence))
    }
    try sums.apply(record, texts, in: database)
  }
}

extension Phrase {
  static func recordChanged(_ path: String, _ sequence: Int) -> Phrase {
    Phrase("store.recordChanged", "Record \(sequence) of \(path) is not what its hash says.")
  }

}
