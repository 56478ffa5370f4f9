import Core
import Testing

@testable import Evidence

/// What records say, to the letter: once published it stays.
@Suite struct RecordTests {
  private func payload(_ kind: String, in store: borrowing Store) throws -> [String] {
    try store.rows("SELECT payload FROM records WHERE kind = '\(kind)' ORDER BY sequence")
  }

  @Test func aPhotoSaysWhoAskedWhenAndWithWhatItWasTaken() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    var camera = CameraMode(
      path: "/dev/video0", card: "Cam", driver: "uvcvideo", format: "MJPG", width: 640,
      height: 480, framesPerSecond: 29.97)
    (camera.bus, camera.serial) = ("usb-1", "S1")
    camera.controls = [ControlSetting("config", "Gain", 3)]
    let origin = Instant.zero + .seconds(9)
    let series = Series(
      origin: origin, countdown: .seconds(3), interval: .seconds(2), count: 4)
    let frame = Frame(sequence: 7, byteCount: 8, stamped: .zero + .seconds(14))
    var shot = Shot(id: 3, series: series, index: 1, frame: frame)
    (shot.orientation, shot.camera, shot.savesPower) = (.rightTop, camera, true)
    let taken = Moment.sample(14, wall: .told(1_774_622_668_250_000))
    var photo = PhotoFacts(of: shot, taken: taken, width: 640, height: 480, format: "MJPG")
    (photo.changes.hasInsertedTables, photo.isUnderVoltage) = (true, false)
    let piece = try store.insert(picture(), of: photo)
    let thing = try store.archive.currentThing().id
    #expect(
      try payload("camera.opened", in: store) == [
        """
        {"bus":"usb-1","card":"Cam","controls":{"Gain":3},"driver":"uvcvideo","format":"MJPG",\
        "frames_per_1000_s":29970,"height":480,"path":"/dev/video0","serial":"S1","width":640}
        """
      ])
    #expect(
      try payload("photo.stored", in: store) == [
        """
        {"bytes":4,"camera":4,"data":{"format":"MJPG","orientation":6,"sequence":7,\
        "tables_inserted":true,"under_voltage":false},"file":"evidence/000/000001.jpg",\
        "height":480,"id":"\(piece.id)","number":1,"planned":14000000000,"power_save":true,\
        "press":9000000000,"requester":"button",\
        "series":{"count":4,"id":"000010000008jq81","index":2},"sha256":"\(piece.sha256)",\
        "taken":{"boot_id":"first","clock":"told","monotonic":14000000000,\
        "wall_time":1774622668250000},"thing":"\(thing)","width":640}
        """.replacingSeries(with: store.identifiers.series(from: origin))
      ])
  }

  @Test func aPhotoSaysWhatWasChangedOfTheCamerasBytes() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    var photo = PhotoFacts.sample()
    (photo.changes.hasAddedEnd, photo.changes.cutByteCount) = (true, 5_000)
    _ = try store.insert(picture(), of: photo)
    let data = try store.rows("SELECT payload ->> 'data' FROM records WHERE kind = 'photo.stored'")
    #expect(data.first?.hasPrefix(#"{"bytes_cut":5000,"end_added":true,"format":"#) == true)
    #expect(try store.archive.report(on: 1)?.request?.changes == photo.changes)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aCameraIsRecordedOnceAndAgainWhenItIsAnother() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for width in [640, 640, 320, 640] {
      var photo = PhotoFacts.sample()
      var shot = photo.shot
      shot.camera = CameraMode(
        path: "/dev/video0", card: "Cam", driver: "vivid", format: "YUYV", width: width,
        height: 480, framesPerSecond: nil)
      photo = PhotoFacts(of: shot, taken: photo.taken, width: width, height: 480, format: "YUYV")
      _ = try store.insert(picture("\(width)"), of: photo)
    }
    #expect(try payload("camera.opened", in: store).count == 3)
    let cameras = try store.rows(
      "SELECT payload ->> 'camera' FROM records WHERE kind = 'photo.stored' ORDER BY sequence")
    #expect(cameras == ["4", "4", "7", "9"])
  }

  @Test func notesSayWhatHappened() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let series = Series(
      origin: .zero + .seconds(5), countdown: .zero, interval: .seconds(1), count: 2,
      requester: .console(SessionID(number: 3)))
    let known = Moment.sample(20, wall: .synchronised(1_774_622_668_250_000))
    try store.note(
      [
        .photoFailed(FailedPhoto(series: series, index: 1, reason: Phrase("camera.gone", "Gone."))),
        .settingChanged(SettingChange("motion", "off", by: .console(SessionID(number: 3)))),
        .settingChanged(SettingChange("camera", nil, by: .signal)),
        .configurationChanged(digest: "c0ffee"), .clockChanged(to: .synchronised, from: .told),
        .programStopped(isShutdown: true),
      ], at: known)
    let lines = try store.rows(
      """
      SELECT kind || ' ' || json_replace(payload, '$.sentence', (SELECT json(text) FROM texts
        WHERE record = sequence)) FROM records ORDER BY sequence DESC LIMIT 6
      """
    ).reversed()
    let id = store.identifiers.series(from: series.origin)
    #expect(
      Array(lines) == [
        """
        photo.failed {"planned":6000000000,"press":null,"reason":"camera.gone",\
        "requester":"console","sentence":"Gone.","series":{"count":2,"id":"\(id)","index":2}}
        """,
        #"setting.changed {"name":"motion","requester":"console","value":"off"}"#,
        #"setting.changed {"name":"camera","requester":"signal","value":null}"#,
        #"configuration.changed {"configuration":"c0ffee"}"#,
        #"clock.synchronised {"previous":"told"}"#, #"program.stopped {"shutdown":true}"#,
      ])
    #expect(
      try store.rows("SELECT DISTINCT wall_time FROM records WHERE wall_time IS NOT NULL")
        == ["1774622668250000"])
  }

  @Test func theFirstRecordsNameStoreDeviceAndProgram() throws {
    let folder = TemporaryFolder()
    let store = try folder.open()
    let (id, key) = (try store.archive.storeID(), store.device)
    #expect(id.count == 32)
    #expect(
      try payload("store.created", in: store) == [
        """
        {"device":{"id":"\(key.deviceID)","public_key":"\(key.hexadecimal)"},"program":"9.9",\
        "schema":10,"store":"\(id)"}
        """
      ])
    #expect(
      try payload("program.started", in: store)
        == [#"{"configuration":"c0ffee","program":"9.9"}"#])
  }

  @Test func theZoneIsRecordedWithTheTime() throws {
    let folder = TemporaryFolder()
    var here = Moment.sample(20, wall: .told(1_774_622_668_250_000))
    here.utcOffset = -12_600
    var store = try folder.open(at: here)
    here.utcOffset = 3600
    try store.note(
      [
        .clockChanged(to: .told, from: .unset), .clockChanged(to: .synchronised, from: .told),
        .configurationChanged(digest: "c0ffee"),
      ], at: here)
    let offsets = try store.rows(
      "SELECT kind || ' ' || (payload ->> 'utc_offset') FROM records WHERE payload ->> 'utc_offset'"
    )
    #expect(
      offsets == ["program.started -12600", "clock.told 3600", "clock.synchronised 3600"])
  }

  @Test(arguments: [
    (-64_800, true), (64_800, true), (0, true), (-64_801, false), (64_801, false), (Int.min, false),
  ])
  func noPlaceIsFurtherFromUTC(offset: Int, isPossible: Bool) {
    let payload = JSON.object([
      ("configuration", .null), ("program", .string("1")), ("utc_offset", .integer(offset)),
    ])
    #expect(Record.Kind.programStarted.fits(payload) == isPossible)
  }

  @Test func aPieceThatIsBegunHasItsNumberForGood() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      let members: [(String, JSON)] = [
        ("number", .integer(5)), ("kind", .string("clip")),
        ("file", .string("evidence/000/000005.avi")),
      ]
      try store.append([Record(.pieceBegun, members)], at: .sample())
    }
    var store = try folder.open()
    #expect(try store.insert().number == 6)
  }
}

extension String {
  /// The payload with the series' real name in the place of the sample's.
  fileprivate func replacingSeries(with id: String) -> String {
    split(separator: "000010000008jq81", omittingEmptySubsequences: false).joined(separator: id)
  }
}
