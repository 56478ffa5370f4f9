/// Finding of a start: the store is not what its device has written, but an older copy of it, or one that went its own
/// way; and it goes on from there.
package struct Resumption: Hashable, Sendable {
  /// The head that the device had remembered, as `N:HASH`.
  package let seen: String
  /// The store's own before the resumption.
  package let head: String

  /// The store went on from `head`, and its device had seen `seen`.
  package init(seen: String, head: String) {
    (self.seen, self.head) = (seen, head)
  }

  /// Number of the record that the device had remembered.
  package var seenRecord: Int { Resumption.record(of: seen) }
  /// Number of the record from which the store goes on.
  package var headRecord: Int { Resumption.record(of: head) }

  /// Meaning of it for people, and their way out.
  package var phrase: Phrase {
    seenRecord > headRecord
      ? Phrase(
        "history.older",
        """
        This store is older than what the device has written: it ends with record \(headRecord), and the device \
        has written record \(seenRecord), as when an older copy is put back. The camera goes on from here, and \
        its records say so. What came after is in other copies only: keep these, and bring pieces back by \
        'exhibit import'.
        """)
      : Phrase(
        "history.other",
        """
        This store went another way than the device has written: its record \(seenRecord) is another, as when a \
        copy is put back that was used elsewhere. The camera goes on from here, and its records say so. What the \
        device wrote is in other copies only: keep these, and bring pieces back by 'exhibit import'.
        """)
  }

  /// For programs.
  package var json: JSON { .object([("seen", .string(seen)), ("head", .string(head))]) }

  private static func record(of head: String) -> Int { Int(head.prefix { $0 != ":" }) ?? 0 }
}
