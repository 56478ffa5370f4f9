import Core

/// The hashes of a chain's records: by these two histories of one store are told apart.
struct History {
  /// Bytes of a hash.
  private static let width = 32

  /// Hashes of records that follow one another.
  private struct Run {
    /// The number of the first.
    let first: Int
    var bytes: [UInt8]

    /// The number behind the last.
    var end: Int { first + bytes.count / History.width }

    /// The first record that both have and that is another in `other`.
    func parting(from other: Run) -> Int? {
      let (first, end) = (max(first, other.first), min(end, other.end))
      guard first < end else { return nil }
      let (here, there) = (bytes(of: first..<end), other.bytes(of: first..<end))
      guard here != there else { return nil }
      let place = zip(here, there).enumerated().first { $0.element.0 != $0.element.1 }
      return place.map { first + $0.offset / History.width }
    }

    /// The bytes of the records in `numbers`, which it has.
    func bytes(of numbers: Range<Int>) -> ArraySlice<UInt8> {
      let (from, to) = (numbers.lowerBound - first, numbers.upperBound - first)
      return bytes[from * History.width..<to * History.width]
    }
  }

  /// In the order of their numbers.
  private var runs: [Run] = []

  /// Adds the `hash` of record `sequence`, which is a later one than those before; what is no hash is left out.
  mutating func add(_ hash: String, as sequence: Int) {
    guard sequence < .max, hash.isDigits(2 * History.width), let next = Hexadecimal.bytes(hash)
    else { return }
    // Nobody else may hold the bytes, or they are copied for each hash.
    let follows = runs.last?.end == sequence
    if follows {
      runs[runs.count - 1].bytes += next
    } else {
      runs.append(Run(first: sequence, bytes: next))
    }
  }

  /// The hash of record `sequence`; nil where that is not known.
  func hash(of sequence: Int) -> String? {
    let run = runs.last { $0.first <= sequence }
    guard let run, sequence < run.end else { return nil }
    return Hexadecimal.text(Array(run.bytes(of: sequence..<sequence + 1)))
  }

  /// The numbers from `first` to `last` that it lacks.
  func gaps(from first: Int, to last: Int) -> [ClosedRange<Int>] {
    var (gaps, next) = ([ClosedRange<Int>](), first)
    for run in runs where run.end > next {
      guard run.first <= last else { break }
      if run.first > next { gaps.append(next...run.first - 1) }
      next = run.end
    }
    if next <= last { gaps.append(next...last) }
    return gaps
  }

  /// The first record that both have and that is another in `other`; nil where all are the same.
  func parting(from other: History) -> Int? {
    var (index, place) = (0, 0)
    while index < runs.count, place < other.runs.count {
      let (one, another) = (runs[index], other.runs[place])
      if let record = one.parting(from: another) { return record }
      if one.end <= another.end { index += 1 } else { place += 1 }
    }
    return nil
  }
}

extension ChainCheck {
  /// The first record that is another in `other`, where both are of one store and one key signed in both from there on;
  /// else nil.
  ///
  /// A database that was made anew after damage goes on from before it, and says so: that is no fork.
  func fork(from other: ChainCheck) -> Int? {
    guard let store, store == other.store, let record = history.parting(from: other.history),
      !explains(record, in: other), !other.explains(record, in: self)
    else { return nil }
    return keys(from: record).isDisjoint(with: other.keys(from: record)) ? nil : record
  }

  /// Whether a signed record says that damage took those from before `record` on, as they are in `other`.
  private func explains(_ record: Int, in other: ChainCheck) -> Bool {
    rebuilds.contains { rebuild in
      let head = rebuild.lost.head
      let isOther = other.history.hash(of: rebuild.record.sequence) != rebuild.record.hash
      let theirs = head.flatMap { other.history.hash(of: $0.sequence) }
      return rebuild.lost.first <= record && rebuild.record.sequence <= lastSigned && isOther
        && (theirs == nil || theirs == head?.hash)
    }
  }

  /// The keys that vouch for records from `record` on.
  private func keys(from record: Int) -> Set<String> {
    Set(signers.filter { $0.last >= record }.map(\.key.hexadecimal))
  }
}
