import Core

/// One change of the store: the truth, of which every other table is only the sum.
struct Record {
  /// What changed; the raw value is what the table says.
  enum Kind: String, CaseIterable {
    case storeCreated = "store.created"
    case thingCreated = "thing.created"
    case photoStored = "photo.stored"
    case orphanAdopted = "orphan.adopted"
    case captureGap = "capture.gap"
  }

  /// Version of the payloads written here; a reader looks at the version in the record.
  static let version = 1

  let kind: Kind
  let payload: JSON
  let moment: Moment

  /// The store begins to exist.
  static func storeCreated(at moment: Moment) -> Record {
    Record(kind: .storeCreated, payload: .object([]), moment: moment)
  }

  /// A thing begins to exist, and is the current one.
  static func thingCreated(
    _ id: String, _ number: Int, _ title: String, in category: String = "other", at moment: Moment
  ) -> Record {
    let payload = JSON.object([
      ("id", .string(id)), ("number", .integer(number)), ("title", .string(title)),
      ("category", .string(category)),
    ])
    return Record(kind: .thingCreated, payload: payload, moment: moment)
  }

  /// The bytes of `piece` are durable, and `photo` is what is known of them.
  static func photoStored(_ piece: StoredPiece, of photo: PhotoFacts, thing: Int) -> Record {
    let facts: [(String, JSON)] = [
      ("width", .integer(photo.width)), ("height", .integer(photo.height)),
      ("planned", .integer(Int(photo.shot.planned.nanoseconds))),
      ("actual", .integer(Int(photo.taken.instant.nanoseconds))), ("data", data(of: photo)),
    ]
    let payload = JSON.object(members(of: piece, thing: thing) + facts)
    return Record(kind: .photoStored, payload: payload, moment: photo.taken)
  }

  /// A complete file without a row was found: `piece` is what it became.
  static func orphanAdopted(_ piece: StoredPiece, thing: Int, at moment: Moment) -> Record {
    let data = ("data", JSON.object([("adopted", .bool(true))]))
    let payload = JSON.object(members(of: piece, thing: thing) + [data])
    return Record(kind: .orphanAdopted, payload: payload, moment: moment)
  }

  /// The camera delivered nothing for a time that ended at the moment `end`; instants are its boot's.
  static func captureGap(_ gap: Gap, at end: Moment) -> Record {
    let payload = JSON.object([
      ("from", .integer(Int(gap.from.nanoseconds))), ("to", .integer(Int(gap.to.nanoseconds))),
      ("cause", .string(gap.cause.rawValue)),
    ])
    return Record(kind: .captureGap, payload: payload, moment: end)
  }

  private static func members(of piece: StoredPiece, thing: Int) -> [(String, JSON)] {
    [
      ("id", .string(piece.id)), ("number", .integer(piece.number)), ("thing", .integer(thing)),
      ("file", .string(piece.file)), ("sha256", .string(piece.sha256)),
      ("bytes", .integer(piece.byteCount)),
    ]
  }

  private static func data(of photo: PhotoFacts) -> JSON {
    var members: [(String, JSON)] = [
      ("format", .string(photo.format)), ("sequence", .integer(Int(photo.shot.frame.sequence))),
    ]
    if photo.hasInsertedTables { members.append(("tables_inserted", .bool(true))) }
    if let isLow = photo.isUnderVoltage { members.append(("under_voltage", .bool(isLow))) }
    if let orientation = photo.shot.orientation {
      members.append(("orientation", .integer(orientation.rawValue)))
    }
    return .object(members)
  }
}
