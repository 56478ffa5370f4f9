import Core

/// What the record of a photo says of its making, besides what the piece's row has.
struct PhotoRequest {
  /// Who asked for it: `button`, `console`, `signal`, `start` or `wake`.
  let requester: String?
  /// The edge of the press, on the clock of the boot in which the photo was taken.
  let press: Instant?
  /// Names its series.
  let series: String?
  /// Its place in the series, counted from 1.
  let index: Int?
  /// Photos that the series was to have.
  let count: Int?
  let savesPower: Bool?
  /// The camera's pixel format.
  let format: String?
  /// The driver's number of the frame.
  let frame: Int?
  /// In what the file differs from what the camera sent.
  let changes: PictureChanges
  /// Whether the board's supply was too low; nil where it could not tell.
  let isUnderVoltage: Bool?
  /// The camera that it was taken with, where the store has its record.
  var camera: PhotoCamera?
  /// Of a clip that was cut off: how many of its frames the device signed while it wrote them.
  let sealedFrames: Int?
  /// Of a clip: its last frame, on the clock of its boot.
  let last: Instant?
  /// Of a clip: whether it was cut off.
  let isCutOff: Bool
}

/// The camera that a photo was taken with, as a record said when it was opened.
struct PhotoCamera {
  /// Sequence of the record; nil where that is in another store.
  let record: Int?
  let payload: CanonicalJSON
  let card: String
  let driver: String
  let bus: String
  let serial: String?
  let path: String
  let format: String
  let width: Int
  let height: Int
  let framesPerThousandSeconds: Int?
  /// Its controls, such as `brightness 128`.
  var controls: [String] = []
}

extension Archive {
  /// What the record `sequence`, or what travelled with the file that it is about, says of the photo's making;
  /// nil where it says nothing.
  func request(in sequence: Int) throws(Failure) -> PhotoRequest? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let found = try database.prepare(PhotoRequest.selection)
        .first(.integer(sequence)) { row in (PhotoRequest(row), row.integer(10), row.text(15)) }
      guard case (var request, let record, let opened)? = found else { return nil }
      if let opened { request.camera = try camera(opened, record) }
      return request
    }
  }

  /// The camera that was `opened`, as its record here says, where it has one.
  private func camera(_ opened: String, _ record: Int?) throws(DatabaseError) -> PhotoCamera? {
    let camera = try database.prepare(PhotoCamera.selection).first(.text(opened)) {
      PhotoCamera($0, record)
    }
    guard var camera else { return nil }
    try database.prepare(
      "SELECT key || ' ' || value FROM json_each(?1, '$.controls') ORDER BY key"
    ).run(.text(opened)) { row in camera.controls.append(row.text(0) ?? "") }
    return camera
  }
}

extension PhotoRequest {
  /// The facts of a photo are its record's payload, or part of it where the file was adopted, or came back.
  ///
  /// The camera's record is in the store that they were written for; what came back has its words.
  fileprivate static let selection = """
    WITH found AS (
      SELECT CASE WHEN \(isWhole) THEN payload WHEN kind = 'piece.restored' THEN
          json_set(payload -> 'made', '$.data', json(payload -> 'data'))
          ELSE payload -> 'facts' END AS facts, \(isOurs) AS is_ours,
        payload -> '$.made.camera' AS camera
      FROM records WHERE sequence = ?1)
    SELECT facts ->> 'requester', facts ->> 'press', facts ->> '$.series.id',
      facts ->> '$.series.index', facts ->> '$.series.count', facts ->> 'power_save',
      facts ->> '$.data.format', facts ->> '$.data.sequence', facts ->> '$.data.tables_inserted',
      facts ->> '$.data.under_voltage', iif(is_ours, facts ->> 'camera', NULL),
      facts ->> '$.data.end_added', facts ->> '$.data.bytes_cut',
      facts ->> 'sealed_frames', facts ->> 'last',
      iif(is_ours, (SELECT payload FROM records
        WHERE sequence = facts ->> 'camera' AND kind = 'camera.opened'), camera)
    FROM found WHERE json_type(facts) = 'object'
    """

  /// Whether the payload of a record is all facts.
  static let isWhole = "kind IN ('photo.stored', 'clip.stored', 'clip.recovered')"

  /// Whether facts were written for the store that has the record.
  static let isOurs = """
    (\(isWhole) OR payload ->> '$.facts.store' IS (SELECT value FROM settings WHERE name = 'store'))
    """

  /// Reads a row of `selection`.
  fileprivate init(_ row: borrowing Row) {
    requester = row.text(0)
    sealedFrames = row.integer(13)
    isCutOff = sealedFrames != nil
    last = row.integer(14).map { Instant(nanoseconds: Int64($0)) }
    press = row.integer(1).map { Instant(nanoseconds: Int64($0)) }
    series = row.text(2)
    index = row.integer(3)
    count = row.integer(4)
    savesPower = row.integer(5).map { $0 != 0 }
    format = row.text(6)
    frame = row.integer(7)
    isUnderVoltage = row.integer(9).map { $0 != 0 }
    var changes = PictureChanges()
    changes.hasInsertedTables = row.integer(8) == 1
    changes.hasAddedEnd = row.integer(11) == 1
    changes.cutByteCount = row.integer(12) ?? 0
    self.changes = changes
  }
}

extension PhotoCamera {
  fileprivate static let selection = """
    SELECT NULL, payload, payload ->> 'card', payload ->> 'driver', payload ->> 'bus',
      payload ->> 'serial', payload ->> 'path', payload ->> 'format', payload ->> 'width',
      payload ->> 'height', payload ->> 'frames_per_1000_s'
    FROM (SELECT ?1 AS payload) WHERE json_type(payload) = 'object'
    """

  /// Reads a row of `selection`.
  fileprivate init(_ row: borrowing Row, _ record: Int?) {
    self.record = record
    payload = CanonicalJSON(spelled: row.text(1) ?? "{}")
    card = row.text(2) ?? ""
    driver = row.text(3) ?? ""
    bus = row.text(4) ?? ""
    serial = row.text(5)
    path = row.text(6) ?? ""
    format = row.text(7) ?? ""
    width = row.integer(8) ?? 0
    height = row.integer(9) ?? 0
    framesPerThousandSeconds = row.integer(10)
  }
}
