import Core
import Glibc
import Testing

@testable import Evidence

/// What `exhibit show` tells.
@Suite struct PieceReportTests {
  private static let wall = WallTime.synchronised(1_774_622_668_250_000)

  private func photo(_ taken: Moment = .sample(12, wall: wall)) -> PhotoFacts {
    let series = Series(
      origin: taken.instant - .seconds(3), countdown: .milliseconds(1995), interval: .seconds(1),
      count: 2)
    let frame = Frame(sequence: 7, byteCount: 1000, stamped: taken.instant)
    var shot = Shot(id: 1, series: series, index: 1, frame: frame)
    shot.orientation = .rightTop
    shot.camera = camera
    var facts = PhotoFacts(of: shot, taken: taken, width: 640, height: 480, format: "MJPG")
    facts.isUnderVoltage = false
    return facts
  }

  private var camera: CameraMode {
    var camera = CameraMode(
      path: "/dev/video0", card: "Webcam", driver: "uvcvideo", format: "MJPG", width: 640,
      height: 480, framesPerSecond: 29.97)
    camera.bus = "usb-1"
    camera.serial = "S1"
    camera.controls = [ControlSetting("camera.controls.gain", "gain", 3)]
    return camera
  }

  private func report(_ store: borrowing Store, on number: Int = 1) throws -> PieceReport {
    try #require(try store.archive.report(on: number))
  }

  /// The lines without their full stops, which all have.
  private func lines(_ report: PieceReport) -> [String] {
    let lines = report.reply(asJSON: false).text(in: .english).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasSuffix(".") }, "\(lines)")
    return lines.map { String($0.dropLast()) }
  }

  @Test func itHasALineForEachFactWithItsUnit() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let piece = try store.insert(picture(), of: photo())
    let record = try #require(try store.archive.record(5))
    #expect(
      lines(try report(store)) == [
        "Piece: photo 1", "Thing: Unsorted", "State: stored", "Id: \(piece.id)",
        "File: evidence/000/000001.jpg", "Size of the file: 4 bytes", "SHA-256: \(piece.sha256)",
        "Content: as it was stored", "Picture: 640×480 pixels",
        "Seen upright: turned clockwise by 90°",
        "Date: 2026-03-27T14:44:28.250Z, clock synchronised", "Planned: 11.995000 s after its boot",
        "Taken: 12.000000 s after its boot", "Delay: 5.000 ms from planned to taken", "Boot: first",
        "Asked for by: button", "Pressed: 9.000000 s after its boot",
        "Series: photo 2 of 2, id 00001000008jn20", "Power save: off",
        "Format of the frame: MJPG", "Number of the frame: 7", "Supply: sufficient",
        "Camera: Webcam, driver uvcvideo, at usb-1, /dev/video0, record 4",
        "Serial number of the camera: S1",
        "Mode of the camera: MJPG 640×480 at 29.970 frames per second",
        "Controls of the camera: gain 3", "Record: 5, photo.stored of version 2",
        "Recorded: 2026-03-27T14:44:28.250Z", "Hash of the record: \(record.hash)",
        "Signature: of the device \(store.device.deviceID), with record 5",
      ])
  }

  @Test func itsObjectHasAllThatTheRecordHas() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert(picture(), of: photo())
    let report = try report(store)
    let text = report.reply(asJSON: true).text(in: .english)
    let payload = try store.rows("SELECT payload FROM records WHERE sequence = 5")[0]
    let camera = try store.rows("SELECT payload FROM records WHERE sequence = 4")[0]
    #expect(text.hasPrefix(report.piece.json.text.dropLast() + ","))
    for part in [
      #""not_before":null,"not_after":null,"boot_id":"first","delay_ms":5.0"#,
      #""requester":"button","press":9.0,"series":{"id":"00001000008jn20","index":2,"count":2}"#,
      #""power_save":false,"format":"MJPG","frame":7,"tables_inserted":false,"#,
      #""end_added":false,"bytes_cut":0,"under_voltage":false,"camera":\#(camera),"camera_record":4,"#,
      #""content":{"state":"unchanged"},"crop_content":null,"glyphs_content":null,"record":{"sequence":5,"version":2,"#,
      #""payload":\#(payload),"hash":"#,
      #""signature":{"state":"valid","device":"\#(store.device.deviceID)","record":5}}"#,
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func aFileThatDiffersFromItsDigestIsSaidToDiffer() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert()
    try folder.write([1, 2, 3, 4], as: "evidence/000/000001.jpg")
    let digest = Digest.of([1, 2, 3, 4])
    #expect(try report(store).content == .altered(sha256: digest, byteCount: 4))
    #expect(
      lines(try report(store)).contains("Content: changed, 4 bytes with the SHA-256 \(digest)"))
    unlink("\(folder.path)/evidence/000/000001.jpg")
    #expect(try report(store).content == .missing)
    mkdir("\(folder.path)/evidence/000/000001.jpg", 0o700)
    #expect(try report(store).content == .notAFile(Phrase("file.folder", "a folder")))
  }

  @Test func anAdoptedPhotoHasTheTrueReasonAndAllItsFacts() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert(picture(), of: photo(.sample(12)))
      let second = picture("two")
      try second.withUnsafeBytes { bytes in
        _ = try store.write(jpeg: bytes, of: photo(.sample(20)), at: .sample(20))
      }
    }
    var store = try folder.open(at: .sample(5, boot: "second", wall: Self.wall))
    _ = try store.recover(at: .sample(5, boot: "second", wall: Self.wall))
    let report = try report(store, on: 2)
    let lines = lines(report)
    #expect(lines.contains("State: adopted: the power went off"))
    #expect(lines.contains("Pressed: 17.000000 s after its boot"))
    #expect(lines.contains("Serial number of the camera: S1"))
    #expect(lines.contains { $0.hasSuffix("piece.adopted of version 2") })
    #expect(lines.contains("Taken before 2026-03-27T14:44:28.250Z, clock synchronised"))
    #expect(
      report.piece.json.text.hasSuffix(
        #""adopted":"power_cut","clock":"unset","source":null,"crop":null,"glyphs":null,"restored":null}"#
      ))
  }

  @Test func ofAPictureThatSomebodyPutThereNothingIsMadeUp() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: "evidence/000/000001.jpg")
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    let lines = lines(try report(store))
    #expect(lines.first == "Piece: imported 1")
    #expect(lines.contains("Date: time unknown"))
    #expect(!lines.contains { $0.hasPrefix("Planned") || $0.hasPrefix("Asked for") })
    #expect(try store.archive.report(on: 2) == nil)
  }

  @Test func aCameraOfAnotherStoreIsNotTakenForOneOfThis() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert(picture(), of: photo())
    }
    try DeviceFolder("\(folder.path)/device").forgetStore()
    for name in ["exhibit.sqlite", "exhibit.sqlite-wal"] { unlink("\(folder.path)/\(name)") }
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    _ = try store.settleAll()
    _ = try store.insert(picture("new"), of: photo())
    #expect(try report(store).request?.press != nil)
    #expect(try report(store).request?.camera == nil)
    #expect(try report(store, on: 2).request?.camera?.card == "Webcam")
  }

  @Test func aRecordThatWasChangedIsNotVouchedFor() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert(picture(), of: photo())
    try store.archive.database.execute(
      """
      DROP TRIGGER records_do_not_change;
      UPDATE records SET payload = replace(payload, '"bytes":4', '"bytes":5') WHERE sequence = 5
      """)
    #expect(try report(store).record?.signature == .invalid)
    try store.archive.database.execute("UPDATE records SET signature = NULL")
    #expect(try report(store).record?.signature == PieceRecord.Signature.none)
  }

  @Test func theRecordOfAnEarlierKeyIsThatDevicesStill() throws {
    let folder = TemporaryFolder()
    let first: String
    do {
      var store = try folder.open()
      _ = try store.insert()
      first = store.device.deviceID
    }
    for name in ["key.pem", "public.pem"] { unlink("\(folder.path)/device/\(name)") }
    let store = try folder.open()
    #expect(store.device.deviceID != first)
    #expect(try report(store).record?.signature == .valid(id: first, sequence: 4))
  }
}
