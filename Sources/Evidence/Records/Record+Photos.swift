import Core

/// Photos and what they were taken with.
extension Record {
  /// A camera was opened, and runs so.
  static func cameraOpened(_ camera: CameraMode) -> Record {
    let controls = camera.controls.map { ($0.name, JSON.integer($0.value)) }
    return Record(
      .cameraOpened,
      [
        ("card", .string(camera.card)), ("driver", .string(camera.driver)),
        ("bus", .string(camera.bus)), ("serial", .optional(camera.serial)),
        ("path", .string(camera.path)), ("format", .string(camera.format)),
        ("width", .integer(camera.width)), ("height", .integer(camera.height)),
        ("frames_per_1000_s", .optional(camera.framesPerSecond.map { Int(($0 * 1000).rounded()) })),
        ("controls", .object(Dictionary(controls) { $1 }.map { ($0.key, $0.value) })),
      ])
  }

  /// The payload of the record that the bytes of `piece` are durable, and `photo` is what is known of them.
  ///
  /// - Parameters:
  ///   - thing: id of the thing that it documents.
  ///   - camera: sequence of the record of its camera; nil where nothing is known of that.
  ///   - identifiers: names its series.
  static func photoStored(
    _ piece: StoredPiece, of photo: PhotoFacts, thing: String, camera: Int?,
    _ identifiers: Identifiers
  ) -> [(String, JSON)] {
    let shot = photo.shot
    let facts: [(String, JSON)] = [
      ("thing", .string(thing)), ("width", .integer(photo.width)),
      ("height", .integer(photo.height)), ("planned", .instant(shot.planned)),
      ("taken", .moment(photo.taken)), ("camera", .optional(camera)),
      ("power_save", .bool(shot.savesPower)), ("data", data(of: photo, piece)),
    ]
    let request = request(shot.series, shot.index, identifiers)
    return members(of: piece) + facts + request
  }

  /// The file, by what it is found again and checked.
  static func members(of piece: StoredPiece) -> [(String, JSON)] {
    [
      ("id", .string(piece.id)), ("number", .integer(piece.number)), ("file", .string(piece.file)),
      ("sha256", .string(piece.sha256)), ("bytes", .integer(piece.byteCount)),
    ]
  }

  private static func data(of photo: PhotoFacts, _ piece: StoredPiece) -> JSON {
    var members: [(String, JSON)] = [
      ("format", .string(photo.format)), ("sequence", .integer(Int(photo.shot.frame.sequence))),
    ]
    members += changes(photo.changes)
    if let isLow = photo.isUnderVoltage { members.append(("under_voltage", .bool(isLow))) }
    if let orientation = photo.shot.orientation {
      members.append(("orientation", .integer(orientation.rawValue)))
    }
    if let mask = photo.shot.mask { members.append(("mask", .string(mask.text))) }
    if let crop = piece.crop { members.append(("crop", crop.json)) }
    if let glyphs = piece.glyphs { members.append(("glyphs", glyphs.json)) }
    return .object(members)
  }

  /// Only what was changed is said.
  private static func changes(_ changes: PictureChanges) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if changes.hasInsertedTables { members.append(("tables_inserted", .bool(true))) }
    if changes.hasAddedEnd { members.append(("end_added", .bool(true))) }
    if changes.cutByteCount > 0 { members.append(("bytes_cut", .integer(changes.cutByteCount))) }
    return members
  }
}
