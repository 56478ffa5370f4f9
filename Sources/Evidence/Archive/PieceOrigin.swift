import Core

/// Where a piece came back from.
package struct PieceOrigin: Hashable, Sendable {
  /// The store's id, and that of the device that wrote its record there.
  package let store, device: String
  /// Its number there, and the sequence of that record.
  package let number, record: Int
  /// The hash of that record.
  package let hash: String
  /// The record there of the copy that came back in place of the picture, with faces blank; nil where the picture did.
  package let redacted: Int?

  static let columns = ["store", "device", "number", "record", "hash", "redacted"]
    .map { "evidence.origin ->> '\($0)'" }.joined(separator: ", ")

  /// Reads `columns` of a row from `first` on; nil where it comes from nowhere else.
  init?(_ row: borrowing Row, from first: Int32) {
    guard let store = row.text(first), let device = row.text(first + 1) else { return nil }
    self.store = store
    self.device = device
    number = row.integer(first + 2) ?? 0
    record = row.integer(first + 3) ?? 0
    hash = row.text(first + 4) ?? ""
    redacted = row.integer(first + 5)
  }

  /// For programs.
  var json: JSON {
    .object([
      ("store", .string(store)), ("device", .string(device)), ("number", .integer(number)),
      ("record", .integer(record)), ("hash", .string(hash)), ("redacted", .optional(redacted)),
    ])
  }
}
