import Core

/// The record that a piece comes from, and who vouches for it.
struct PieceRecord {
  /// Whether the device's signature covers it: its own, or that of the next record that has one.
  enum Signature: Hashable {
    /// The device `id` signed the record `sequence`, whose hash covers this one.
    case valid(id: String, sequence: Int)
    /// No record from this one on is signed.
    case none
    /// Records or signature were changed.
    case invalid
  }

  let written: WrittenRecord
  /// Its hash as it stands in the table.
  let hash: String
  let signature: Signature
}

extension Archive {
  /// The record `sequence`; nil if there is none.
  func record(_ sequence: Int) throws(Failure) -> PieceRecord? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT \(WrittenRecord.columns), hash FROM records WHERE sequence = ?1"
      let found = try database.prepare(sql).first(.integer(sequence)) { row in
        (WrittenRecord(row), row.text(8) ?? "")
      }
      guard let (written, hash) = found else { return nil }
      return PieceRecord(written: written, hash: hash, signature: try signature(over: sequence))
    }
  }

  /// The signature that covers the record `sequence`, checked with all records up to it; they were written in
  /// one transaction, so they are few.
  private func signature(over sequence: Int) throws(DatabaseError) -> PieceRecord.Signature {
    let next = "SELECT sequence FROM records WHERE sequence >= ?1 AND signature IS NOT NULL"
    let signed = try database.prepare("\(next) ORDER BY sequence LIMIT 1")
      .first(.integer(sequence)) { $0.integer(0) ?? 0 }
    guard let signed else { return .none }
    guard let head = try signedHead(from: sequence, to: signed),
      let device = try signer(of: head, at: signed)
    else { return .invalid }
    return .valid(id: device, sequence: signed)
  }

  /// The hash of the record `last` and its signature, if the hashes from `first` to it follow from each other.
  private func signedHead(
    from first: Int, to last: Int
  ) throws(DatabaseError) -> (hash: String, signature: String)? {
    var (previous, signature) = (Chain.beginning, "")
    var isWhole = true
    try database.prepare(
      """
      SELECT \(WrittenRecord.columns), hash, signature FROM records
      WHERE sequence BETWEEN ?1 - 1 AND ?2 ORDER BY sequence
      """
    ).run(.integer(first), .integer(last)) { row in
      let (record, hash) = (WrittenRecord(row), row.text(8) ?? "")
      if record.sequence >= first, Chain.hash(of: record, after: previous) != hash {
        isWhole = false
      }
      (previous, signature) = (hash, row.text(9) ?? "")
    }
    return isWhole ? (previous, signature) : nil
  }

  /// The id of the device that signed `head`, the record `sequence`: that of today, or that of then.
  private func signer(
    of head: (hash: String, signature: String), at sequence: Int
  ) throws(DatabaseError) -> String? {
    let today = "SELECT value FROM settings WHERE name = 'device_key' AND ?1 > 0"
    let then = """
      SELECT payload ->> '$.device.public_key' FROM records
      WHERE sequence <= ?1 AND kind IN ('store.created', 'device.changed')
      ORDER BY sequence DESC LIMIT 1
      """
    for sql in [today, then] {
      let text = try database.prepare(sql).first(.integer(sequence)) { $0.text(0) ?? "" } ?? ""
      guard let key = PublicKey(hexadecimal: text) else { continue }
      if key.verifies(head.signature, of: Chain.message(of: head.hash)) { return key.deviceID }
    }
    return nil
  }
}
