import Core

/// The hashes of a chain's records from the first on, up to the first gap: by these two histories of one store are told
/// apart.
struct History {
  /// Bytes of a hash.
  private static let width = 32

  private var bytes: [UInt8] = []
  private var isWhole = true

  private var count: Int { bytes.count / History.width }

  /// Adds the `hash` of record `sequence`; after a gap, or what is no hash, nothing more.
  mutating func add(_ hash: String, as sequence: Int) {
    let next = hash.isDigits(2 * History.width) ? Hexadecimal.bytes(hash) : nil
    isWhole = isWhole && next != nil && sequence == count + 1
    if isWhole, let next { bytes += next }
  }

  /// The first record that is another in `other`; nil where one is the beginning of the other.
  func parting(from other: History) -> Int? {
    guard bytes.prefix(other.bytes.count) != other.bytes.prefix(bytes.count) else { return nil }
    let place = zip(bytes, other.bytes).enumerated().first { $0.element.0 != $0.element.1 }
    return place.map { $0.offset / History.width + 1 }
  }
}

extension ChainCheck {
  /// The first record that is another in `other`, where both are of one store and one key signed in both from there on;
  /// else nil.
  func fork(from other: ChainCheck) -> Int? {
    guard let store, store == other.store, let record = history.parting(from: other.history)
    else { return nil }
    return keys(from: record).isDisjoint(with: other.keys(from: record)) ? nil : record
  }

  /// The keys that vouch for records from `record` on.
  private func keys(from record: Int) -> Set<String> {
    Set(signers.filter { $0.last >= record }.map(\.key.hexadecimal))
  }
}
