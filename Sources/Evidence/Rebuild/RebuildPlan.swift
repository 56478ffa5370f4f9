import Core

/// Records that follow one another and can be read.
struct Stretch {
  let first: ChainedRecord
  /// The latest that is what its hash says, or the first behind a hole; nil where there is none.
  fileprivate(set) var end: Head?
  /// The one that was read last.
  fileprivate var latest: Head

  /// The numbers of all of them.
  var numbers: ClosedRange<Int> { first.record.sequence...latest.sequence }

  fileprivate init(from record: ChainedRecord) {
    first = record
    latest = record.head
    let isSound = record.record.sequence > 1 || record.follows(Chain.beginning)
    end = isSound ? record.head : nil
  }
}

/// All that can be read of the records of a database: its stretches, each behind a hole but the first.
struct Stretches {
  private(set) var all: [Stretch] = []
  /// The hashes of the records that are what their hashes say, and of those right behind a hole, which are taken as they
  /// stand.
  private(set) var history = History()
  /// The latest of those.
  private(set) var head = Head.none
  /// The number of the last that was read.
  private(set) var last = 0

  /// Takes in the next record; says whether it is in the history.
  mutating func take(_ next: ChainedRecord) {
    var isSound = false
    if last + 1 == next.record.sequence, var stretch = all.popLast() {
      isSound = next.follows(stretch.latest.hash)
      stretch.latest = next.head
      if isSound { stretch.end = next.head }
      all.append(stretch)
    } else {
      let stretch = Stretch(from: next)
      isSound = stretch.end != nil
      all.append(stretch)
    }
    last = next.record.sequence
    guard isSound, next.hash.isDigits(64) else { return }
    history.add(next.hash, as: last)
    head = next.head
  }
}

extension ChainedRecord {
  /// It as the latest of its chain.
  var head: Head { Head(sequence: record.sequence, hash: hash) }

  /// Whether it is what its hash says, behind the record with the hash `previous`.
  func follows(_ previous: String) -> Bool { Chain.hash(of: record, after: previous) == hash }
}

/// From where each record of a new database comes.
struct RebuildPlan {
  /// Records that come from one place.
  struct Span {
    let numbers: ClosedRange<Int>
    /// The place of the export among those that were named; nil: the old database.
    let source: Int?
  }

  private(set) var spans: [Span] = []
  /// The latest record that the new database has.
  private(set) var head = Head.none
  /// What can be read behind that, and does not follow.
  private var rest: ArraySlice<Stretch>

  /// The longest chain of what was read, and of `sources` where they join by their hashes.
  init(of read: Stretches, _ sources: [RecordSource]) {
    rest = read.all[...]
    if let first = rest.first, first.first.record.sequence == 1 { join(rest.removeFirst()) }
    while closeHole(by: sources) || goOn(by: sources) {}
  }

  private mutating func join(_ stretch: Stretch) {
    guard let end = stretch.end, end.sequence > head.sequence else { return }
    append(to: end, from: nil)
  }

  private mutating func append(to end: Head, from source: Int?) {
    spans.append(Span(numbers: head.sequence + 1...end.sequence, source: source))
    head = end
  }

  /// Joins what is before a hole to what is behind it, where one of `sources` has what is between.
  private mutating func closeHole(by sources: [RecordSource]) -> Bool {
    guard let next = rest.first else { return false }
    for (index, source) in sources.enumerated() {
      guard let end = end(of: source, before: next) else { continue }
      if end.sequence > head.sequence { append(to: end, from: index) }
      join(rest.removeFirst())
      return true
    }
    return false
  }

  /// The last record that `source` has for the hole before `stretch`; nil where it does not join both sides.
  private func end(of source: RecordSource, before stretch: Stretch) -> Head? {
    let (first, hash) = (stretch.first.record.sequence, stretch.first.hash)
    guard source.goesOn(from: head), let before = source.head(at: first - 1) else { return nil }
    if stretch.first.follows(before.hash) { return before }
    // It is not what its hash says, but that is the hash of the one there.
    return source.head(at: first).flatMap { $0.hash == hash ? $0 : nil }
  }

  /// Goes on by the one of `sources` that has most, though what is behind the hole is not reached.
  private mutating func goOn(by sources: [RecordSource]) -> Bool {
    let limit = rest.first?.first.record.sequence ?? .max
    let found = sources.enumerated().filter { _, source in
      source.goesOn(from: head) && source.head.sequence > head.sequence
        && source.head.sequence < limit
    }
    guard let (index, source) = found.max(by: { $0.1.head.sequence < $1.1.head.sequence }) else {
      return false
    }
    append(to: source.head, from: index)
    return true
  }
}

extension RecordSource {
  /// The record with this number, by its hash; nil where it has none.
  fileprivate func head(at sequence: Int) -> Head? {
    if sequence == 0 { return Head.none }
    return history.hash(of: sequence).map { Head(sequence: sequence, hash: $0) }
  }

  /// Whether it has the record `head`, and so all that came before.
  fileprivate func goesOn(from head: Head) -> Bool { self.head(at: head.sequence) == head }
}
