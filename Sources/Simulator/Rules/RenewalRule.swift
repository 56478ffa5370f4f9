import Core
import Evidence

/// A key that takes the place of the device's has the word of the one before, wherever the power went off meanwhile; one
/// that has it not is never said to.
///
/// It reads the records by itself, and has its own statement of what a key's word is.
struct RenewalRule {
  /// One key in the place of another, as the records have it.
  private struct Change: Hashable {
    let before, after: String
    var isEndorsed = true
  }

  /// The renewals of which people were told.
  private var confirmed: [Change] = []

  /// Somebody was told of `renewal`.
  mutating func note(_ renewal: KeyRenewal) {
    confirmed.append(
      Change(before: renewal.previous.hexadecimal, after: renewal.key.hexadecimal))
  }

  /// Whoever was told of a renewal finds it in the records; and no key is there without the word of the one before.
  func check(_ evidence: EvidenceRule) throws(Violation) {
    try check(try changes(evidence))
  }

  private func check(_ changes: some Collection<Change>) throws(Violation) {
    if let stranger = changes.first(where: { !$0.isEndorsed }) {
      throw Violation(Self.self, "nobody vouches for the key \(stranger.after)")
    }
    for change in confirmed where !changes.contains(change) {
      throw Violation(Self.self, "the key \(change.after) was told of, and no record has it")
    }
  }

  /// The last change is by a device for which nobody vouches; the verifier says so, and of the others that they are
  /// endorsed.
  func checkEnd(_ evidence: EvidenceRule) throws(Violation) {
    let changes = try changes(evidence)
    try check(changes.dropLast())
    guard changes.last?.isEndorsed == false else {
      throw Violation(Self.self, "another device went on, and the records don't say so")
    }
    let said = try evidence.endorsements()
    guard said == [nil] + changes.map(\.isEndorsed) else {
      throw Violation(Self.self, "the verifier says another thing of who vouches for whom: \(said)")
    }
  }

  private func changes(_ evidence: EvidenceRule) throws(Violation) -> [Change] {
    var (changes, store, key, hash) = ([Change](), "", nil as String?, "")
    for record in try evidence.records() {
      if let after = record.payload.member("device")?.member("public_key")?.words {
        if let before = key {
          let word = "exhibit.key.1\n\(store)\n\(hash)\n\(after)"
          let signature = record.text("endorsement") ?? ""
          let isEndorsed = PublicKey(hexadecimal: before)?.verifies(signature, of: word) == true
          changes.append(Change(before: before, after: after, isEndorsed: isEndorsed))
        } else {
          store = record.text("store") ?? ""
        }
        key = after
      }
      hash = record.hash
    }
    return changes
  }
}

extension EvidenceRule {
  /// Of each key that signed, whether the verifier says that the one before vouches for it.
  fileprivate func endorsements() throws(Violation) -> [Bool?] {
    let report = try verification().json
    guard case .array(let devices)? = report.member("devices") else { return [] }
    return devices.map { device in
      if case .bool(let isEndorsed)? = device.member("endorsed") { isEndorsed } else { nil }
    }
  }
}
