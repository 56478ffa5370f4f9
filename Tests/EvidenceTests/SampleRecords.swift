import Core
import Testing

@testable import Evidence

/// A record of each kind, with all that it can have.
enum SampleRecords {
  static func all() throws -> [Record] {
    try ofStore + ofThings + ofPictures() + ofClips() + ofPieces + ofFiles() + returns()
  }

  private static let digest = Digest.of("sample")
  private static let thing = Thing(number: 2, id: "t", label: "Omega watch", category: "other")
  private static let series = Series(
    origin: .zero + .seconds(5), countdown: .zero, interval: .seconds(1), count: 2)
  private static let identifiers = Identifiers(boot: 1)

  private static func piece(_ ending: String = "jpg", with crop: StoredCrop? = nil) -> StoredPiece {
    StoredPiece(
      id: "p", number: 1, file: EvidenceFolder.file(1, ending), sha256: digest, byteCount: 9,
      crop: crop)
  }

  private static var ofStore: [Record] {
    let key = DeviceKey.random().publicKey
    let former = FormerStore(String(repeating: "a", count: 32), isCalledLost: true)
    let program = ProgramFacts(version: "9.9", configurationDigest: "c0ffee")
    var now = Moment.sample()
    now.utcOffset = -12_600
    let notes: [Note] = [
      .settingChanged(SettingChange("camera", nil, by: .signal)),
      .configurationChanged(digest: "c0ffee"), .clockChanged(to: .told, from: .unset),
      .clockChanged(to: .synchronised, from: .told), .programStopped(isShutdown: true),
      .photoFailed(FailedPhoto(series: series, index: 1, reason: Phrase("camera.gone", "Gone."))),
      .gap(Gap(from: .zero, to: .zero + .seconds(1), cause: .stall)),
    ]
    return [
      .storeCreated("s", by: key, after: former, version: nil), .deviceChanged(to: key),
      .historyResumed(
        Resumption(seen: "9:\(digest)", head: "4:\(digest)"), in: "boot"),
      .programStarted(program, at: now),
      Record(.storeReopened), .storeRebuilt(nil), Record(.storeReset), .formatChanged,
      .textRedacted([Record.TextPlace(record: 3, member: "title")], by: .button),
      .settingKept(KeptSetting(.cell, "8x16"), by: .button),
    ] + notes.map { Record($0, identifiers, at: now) }
  }

  private static var ofThings: [Record] {
    [
      .thingCreated("t", 2, "Omega watch", by: .button), .thingUsed(thing, by: .button),
      .thingChanged(thing, .tags, to: .list(["a", "b"]), by: .button),
      .thingDeleted(thing, next: nil, by: .button),
    ]
  }

  private static func ofPictures() throws -> [Record] {
    let camera = CameraMode(
      path: "/dev/video0", card: "Cam", driver: "vivid", format: "YUYV", width: 640, height: 480,
      framesPerSecond: nil)
    let crop = StoredCrop(
      file: EvidenceFolder.file(1, .crop), sha256: digest, byteCount: 5,
      area: PixelArea(x: 0, y: 0, width: 8, height: 8))
    let stored = Record.photoStored(
      piece(with: crop), of: .sample(), thing: "t", camera: 4, identifiers)
    let facts = CanonicalJSON(.object(stored + [("store", .string("s"))]))
    let source = ImportedSource(name: "x.pdf", kind: .pdf, batch: "b")
    return [
      .cameraOpened(camera), Record(.photoStored, stored),
      .pieceAdopted(
        piece(with: crop), facts, PictureSize(width: 64, height: 48), thing: "t", for: .crash),
      .pieceImported(piece("pdf"), from: source, nil, thing: "t"),
    ]
  }

  private static func ofClips() -> [Record] {
    let file = EvidenceFolder.file(1, BegunClip.ending)
    let begun = BegunClip(
      number: 1, id: "p", file: file, first: .zero, thing: "t",
      facts: Record.facts(of: .sample(), camera: nil))
    let content = ClipContent(frameCount: 2, length: .seconds(1), droppedCount: 0)
    let found = ClipScan.Found(
      frameCount: 2, wholeByteCount: 9, brokenByteCount: 3, byteCount: 9)
    return [
      .pieceBegun(begun),
      .clipStored(StoredClip(piece: piece("mkv"), content: content), begun, last: .zero),
      .clipRecovered(RecoveredClip(begun: begun, found: found, sha256: digest), for: .powerCut),
    ]
  }

  private static let export = MadeExport(
    head: "1:\(digest)", list: digest, fileCount: 1, .thing(1), program: "1", language: "en")

  private static let copyFile = RedactedCopy.File(sha256: digest, byteCount: 1)

  private static var sheet: FaceSheet {
    let box = FaceBox(x: 1000, y: 2000, width: 3000, height: 4000)
    var face = Face(box, perMille: 900, roll: -35)
    face.points = [.nose: [2500, 4000]]
    face.fit = FaceFit(
      .object(["x", "y", "width", "roll", "yaw"].map { ($0, JSON.integer(10)) }))
    face.head = Face.Head(box: box, roll: 0, isFitted: true)
    face.isHidden = true
    return FaceSheet(.examined(by: "a"), [face], active: 0)
  }

  private static var examination: FaceExamination {
    var examination = FaceExamination(by: "a", .found(sheet.faces))
    (examination.program, examination.model, examination.mesh) = (digest, digest, digest)
    return examination
  }

  private static var ofPieces: [Record] {
    [
      .piecesDeleted([1], by: .button), .piecesUndeleted([1], by: .button),
      .piecesLocked([1], true, by: .button), .pieceTitled(1, nil, by: .button),
      .piecesDecided([1], nil, by: .button),
      .piecesExported(ReadBackPieces([1: digest]), by: .button), .piecesPurged([1], for: .room),
      .changeUndone([4], by: .button),
      .exportMade(export, by: .button),
      .pieceOptions(1, [PieceOption("Watch", perMille: 900, by: "a")], by: .analyser),
      .optionConfirmed(1, "Watch", by: .button), .optionDenied(1, "Watch", by: .button),
      .pieceExamined(1, examination),
      .pieceRedacted(
        RedactedCopy(
          of: 1, digest, faces: 1, picture: copyFile, crop: copyFile),
        [PixelArea(x: 0, y: 0, width: 8, height: 8)],
        FaceSource(sheet: sheet, record: 1, requester: "button"), by: .button),
      .facesChanged(1, .hide, to: sheet, by: .button), .facesUndone(1, 4, by: .button),
    ]
  }

  private static func ofFiles() throws -> [Record] {
    let wish = #"{"url": "https://a.example/1", "required_evidence": ["Front", "Back"]}"#
    let file = try RequestFile(Array(wish.utf8), called: "wish.json")
    let request = Request(number: 1, id: "r", file: file, status: .pending)
    let (path, rejected) = (EvidenceFolder.file(1), RejectedFile(file: "x", reason: .stranger))
    return [
      .requestImported("r", 1, file, by: .button),
      .requestChanged(request, to: .active, by: .button),
      .checklistChanged(.skip, item: 1, thing: "t", request: nil, by: .button),
      .numberSpent(1, "lost"), .fileRejected(rejected), .fileMissing(1, path), .fileFound(1, path),
      .fileAltered(1, path, byteCount: 0),
    ]
  }

  private static func returns() throws -> [Record] {
    let head = "4:\(digest)"
    let kept: [(String, JSON)] = [
      ("store", .string(String(repeating: "a", count: 32))), ("head", .string(head)),
      ("device", .string(String(repeating: "b", count: 16))), ("sha256", .string(digest)),
      ("bytes", .integer(9)),
    ]
    let origin = JSON.object(
      kept + [("number", .integer(1)), ("record", .integer(4)), ("hash", .string(digest))])
    let texts = ["id", "title", "category", "url", "type", "thing"].map { ($0, JSON.string($0)) }
    let others: [(String, JSON)] = [
      ("origin", origin), ("tags", .array([])), ("data", .object([])),
      ("required_evidence", .array([.string("Front")])), ("kind", .string("photo")),
      ("locked", .bool(false)),
    ]
    let item = Restorable(.piece, texts + others)
    let records = Restorable(.records, kept)
    return [
      .recordsKept(records, in: records.origin?.file ?? ""), .thingRestored(item, as: 2),
      .requestRestored(item, as: 1, .pending),
      .pieceRestored(piece(), item, request: nil, of: "b"),
    ]
  }
}
