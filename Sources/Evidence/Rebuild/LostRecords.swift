import Core

/// Records that damage took from a history, as far as it is known which they were.
struct LostRecords: Hashable {
  /// Numbers of records, one after the other.
  struct Numbers: Hashable {
    let first: Int
    /// Nil where nobody knows how many there were.
    let last: Int?
  }

  /// So many are told one by one; the last one is then for all that are left.
  static let mostRanges = 100

  /// In their order; at least one.
  private(set) var numbers: [Numbers]
  /// The latest head of that history that is known.
  private(set) var head: Head?

  /// The first of them: from it on the records of the database that was made anew are others.
  var first: Int { numbers[0].first }

  /// Those in `gaps`, and all behind `head` where the `end` is lost too; nil where there are none.
  init?(_ gaps: [ClosedRange<Int>], behind head: Head?, isEndLost: Bool, after last: Int) {
    var numbers = gaps.map { Numbers(first: $0.lowerBound, last: $0.upperBound) }
    if isEndLost { numbers.append(Numbers(first: max(last, head?.sequence ?? 0) + 1, last: nil)) }
    guard !numbers.isEmpty else { return nil }
    if numbers.count > LostRecords.mostRanges {
      let rest = numbers[LostRecords.mostRanges - 1]
      numbers[(LostRecords.mostRanges - 1)...] = [
        Numbers(first: rest.first, last: numbers[numbers.count - 1].last)
      ]
    }
    (self.numbers, self.head) = (numbers, head)
  }

  /// The same for a device that remembers `seen`, a later head of that history.
  func until(_ seen: Head) -> LostRecords {
    guard seen.sequence >= (head?.sequence ?? first) else { return self }
    var lost = self
    lost.head = seen
    if let last = numbers.last, last.last == nil, last.first <= seen.sequence {
      lost.numbers[numbers.count - 1] = Numbers(first: last.first, last: seen.sequence)
    } else if seen.sequence > (head?.sequence ?? .max) {
      lost.numbers.append(Numbers(first: (head?.sequence ?? 0) + 1, last: seen.sequence))
    }
    return lost
  }

  /// Whether record `sequence` is one of them, or one behind them that nobody has seen.
  func has(_ sequence: Int) -> Bool {
    numbers.contains { $0.first <= sequence && sequence <= $0.last ?? .max }
      || sequence > head?.sequence ?? first
  }
}

extension LostRecords {
  /// Those that the `payload` of a record names; nil where nothing was lost, or nobody knows.
  init?(_ payload: JSON) {
    guard LostRecords.arePossible(payload), case .array(let ranges)? = payload.member("lost") else {
      return nil
    }
    numbers = ranges.map { Numbers(first: $0.integer("first") ?? 1, last: $0.integer("last")) }
    head = payload.text("head").flatMap { Head($0) }
  }

  /// The members of a record that name them.
  var members: [(String, JSON)] {
    let ranges = numbers.map { range in
      JSON.object([("first", .integer(range.first)), ("last", .optional(range.last))])
    }
    return [("lost", .array(ranges)), ("head", .optional(head?.text))]
  }

  /// Whether what `payload` names can be: numbers that rise, of which only the last can be open.
  static let arePossible: @Sendable (JSON) -> Bool = { payload in
    if let head = payload.text("head"), Head(head)?.text != head { return false }
    guard case .array(let ranges)? = payload.member("lost") else { return true }
    var next: Int? = 1
    for range in ranges {
      guard let least = next, let first = range.integer("first"), first >= least,
        let last = range.member("last"), last.isNull || last.asInteger.map({ $0 >= first }) == true
      else { return false }
      next = last.asInteger.map { $0 == .max ? $0 : $0 + 1 }
    }
    return true
  }
}

extension LostRecords {
  /// Their numbers in figures: `22–40, 61–`.
  var figures: String {
    numbers.map { range in
      if range.last == range.first { return "\(range.first)" }
      return "\(range.first)–\(range.last.map(String.init) ?? "")"
    }.joined(separator: ", ")
  }

  /// What a verifier says of the record `sequence` that names them.
  func sentence(of sequence: Int) -> Phrase {
    .verifyRebuilt(sequence, first, figures, head?.text ?? "-")
  }
}

extension Phrase {
  static func verifyRebuilt(
    _ record: Int, _ first: Int, _ numbers: String, _ head: String
  ) -> Phrase {
    Phrase(
      "verify.rebuilt",
      """
      Made anew after damage at record \(first), signed: record \(record) says that of the records before it \
      these are lost: \(numbers). Their latest known head is \(head). That is no flaw of these records.
      """)
  }
}
