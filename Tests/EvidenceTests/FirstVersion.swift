import CSQLite
import Core

@testable import Evidence

/// Records as they were before texts lay beside them.
enum FirstVersion {
  /// Writes the records of `new` to `old` with their texts inside, chained and signed anew by the same device.
  static func write(
    recordsOf new: borrowing Database, to old: borrowing Database, signedBy key: DeviceKey
  ) throws {
    let texts = try ToldTexts(in: new)
    let append = try old.prepare(Ledger.appendRecord)
    var previous = Chain.beginning
    let sql = "SELECT \(WrittenRecord.columns), signature FROM records ORDER BY sequence"
    try new.prepare(sql).run { row throws(DatabaseError) in
      let record = WrittenRecord(row).ofFirstVersion(try texts.texts(of: WrittenRecord(row)))
      previous = Chain.hash(of: record, after: previous)
      let signature = row.text(8).map { _ in key.signature(of: Chain.message(of: previous)) }
      try append.run(record, previous, signature)
    }
  }
}

extension WrittenRecord {
  fileprivate func ofFirstVersion(_ texts: [ToldText]) -> WrittenRecord {
    var said: JSON?
    if let kind = Record.Kind.named(kind) { said = self.said(as: kind, with: texts)?.payload }
    return WrittenRecord(
      sequence: sequence, version: 1, kind: kind,
      payload: said.map { CanonicalJSON($0) } ?? payload, bootID: bootID,
      monotonic: monotonic, wallTime: wallTime, clock: clock)
  }
}
