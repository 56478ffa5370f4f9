import Core
import Glibc
import Imaging
import System
import Testing

@testable import Evidence
@testable import Export

/// What leaves of pieces with faces, and what doesn't.
@Suite struct LeavingTests {
  private let store = LeavingFolder()

  private static let hidden: [StoreChange] = [.changeFaces(1, .hide)]

  /// What becomes of the first of two photos by what was done, where copies without faces leave: its file in the proof, and
  /// its line in the list of the export.
  private static let states:
    [(name: String, isFound: Bool, changes: [StoreChange], file: String?, why: String?)] = [
      ("unexamined", false, [], nil, "held"),
      ("none", false, [.addExamination(1, FaceExamination(by: "eyes", .found([])))], plain, nil),
      (
        "failed", false, [.addExamination(1, FaceExamination(by: "eyes", .failed(.program)))], nil,
        "held"
      ),
      ("nobody has decided", true, [], blank, "redacted"),
      ("hidden", true, hidden, blank, "redacted"),
      ("shown", true, [.changeFaces(1, .show)], plain, nil),
      ("by hand, none", true, [.changeFaces(1, .none)], plain, nil),
      (
        "by hand, one", false, [.changeFaces(1, .place(PicturePoint(5000, 5000)))], blank,
        "redacted"
      ),
      (
        "hidden, then deleted", true, hidden + [.deletePieces([1], isForGood: false)], nil,
        "deleted"
      ),
    ]
  private static let plain = "proof/evidence/000/000001.jpg"
  private static let blank = "proof/redacted/000001.jpg"
  private static let names = states.map(\.name)

  @Test(arguments: names)
  func eachStateLeavesAsTheSettingSays(name: String) throws {
    let state = try #require(Self.states.first { $0.name == name })
    try store.take(1)
    if state.isFound { try store.find(in: [1]) }
    try store.make(state.changes)
    let report = try store.export(.hide)
    let held = Array(report.held.values.joined())
    #expect(report.isGood && held == (state.why == "held" ? [1] : []))
    let files = try store.files().filter { $0.hasSuffix("000001.jpg") }
    #expect(files == [state.file].compactMap { $0 })
    let list = String(
      decoding: store.folder.bytes("out/proof/list.jsonl") ?? [], as: UTF8.self)
    #expect(list.contains(#""piece":1"#) == (state.why != nil))
    #expect(list.contains(#""why":"\#(state.why ?? "-")""#) == (state.why != nil))
    let found = try store.verification()
    #expect(found.isGood && found.export.redactedCount == (state.file == Self.blank ? 1 : 0))
    #expect(found.export.proof == .recorded && found.export.added == [])
  }

  @Test(arguments: [FaceTreatment.show, nil])
  func withoutHidingAllLeavesAsItWasStored(treatment: FaceTreatment?) throws {
    try store.take(2)
    try store.find(in: [1])
    let report = try store.export(treatment)
    #expect(report.isGood && report.whole == [1, 2] && report.redacted == [] && report.held == [:])
  }

  @Test func nothingLeavesOnceAFaceIsHiddenUntilSomebodyDecides() throws {
    try store.take(1)
    try store.find(in: [1])
    try store.make(Self.hidden)
    func key(_ treatment: FaceTreatment?) -> String? {
      do throws(Failure) { _ = try store.export(treatment) } catch { return error.phrase.key }
      return nil
    }
    #expect(key(nil) == "faces.undecided" && key(.hold) == "faces.held")
    #expect(access(store.out, F_OK) != 0)
    // A mark that was taken back was there once.
    try store.make([.undoFaces(1)])
    #expect(key(nil) == "faces.undecided" && key(.show) == nil)
  }

  @Test func aHiddenFaceIsInNoFileOfTheExport() throws {
    try store.take(2)
    try store.find(in: [1, 2])
    try store.make([.changeFaces(2, .show)])
    let report = try store.export(.hide)
    #expect(report.redacted == [1] && report.whole == [1, 2])
    #expect(try store.filesThatShow(0) == [])
    #expect(try store.filesThatShow(1).count == 2)
    let page = String(decoding: store.folder.bytes("out/index.html") ?? [], as: UTF8.self)
    #expect(page.split(separator: "Faces are hidden in this copy").count == 2)
  }

  /// The face is in its upper left part, and grows to blocks of 16 pixels.
  @Test func aCropIsBlankWhereTheFaceIs() throws {
    try store.takeDocument(PixelArea(x: 48, y: 32, width: 80, height: 48))
    try store.find(in: [1])
    let report = try store.export(.hide)
    #expect(report.isGood && report.redacted == [1])
    let bytes = try #require(store.folder.bytes("out/proof/redacted/000001-crop.jpg"))
    // A cell is a block.
    let crop = try bytes.withUnsafeBytes { try Thumbnailer.thumbnail(ofPicture: $0) }
    #expect(crop.width == 10 && crop.height == 6)
    for place in crop.luma.indices {
      let isFace = place % 10 < 8 && place / 10 < 4
      #expect(!isFace || crop.luma[place] == 128, "\(place)")
    }
    #expect(crop.luma.contains { $0 != 128 })
    #expect(try store.verification().isGood)
  }

  /// Areas that differ may grow to the same blocks, and come to the same bytes.
  @Test func theCopyIsProvedByTheRecordOfItsOwnAreas() throws {
    try store.take(1)
    try store.find(in: [1])
    #expect(try store.export(.hide).isGood)
    let digest = Digest.of(try #require(store.folder.bytes("out/\(Self.blank)")))
    try store.make([
      .changeFaces(1, .place(PicturePoint(5000, 5000))),
      .changeFaces(1, .move(right: 10, down: 0)),
    ])
    #expect(try store.export(.hide).isGood && store.verification().isGood)
    #expect(Digest.of(try #require(store.folder.bytes("out/\(Self.blank)"))) == digest)
    try store.make([.undoFaces(1), .undoFaces(1)])
    #expect(try store.export(.hide).isGood && store.verification().isGood)
  }

  @Test func aCopyIsNotCountedAsSafeAndNotMadeAgain() throws {
    try store.take(1)
    try store.find(in: [1])
    let first = try store.export(.hide)
    let records = try Archive(directory: "\(store.folder.path)/store").head().sequence
    let again = try store.export(.hide)
    #expect(first.safe == [] && again.safe == [] && again.earlierCount == 1)
    // The export alone is new.
    #expect(try Archive(directory: "\(store.folder.path)/store").head().sequence == records + 1)
    #expect(try store.verification().isGood)
  }

  /// What is there may be all that somebody has of it: the export is not gone on with.
  @Test(arguments: [Self.hidden, [.undoFaces(1)]])
  func anEarlierExportThatShowsAFaceIsLeftAsItIs(changes: [StoreChange]) throws {
    try store.take(2)
    try store.find(in: [1, 2])
    try store.make([.changeFaces(1, .show), .changeFaces(2, .show)])
    #expect(try store.export(.hide).whole == [1, 2])
    try store.make(changes)
    for _ in 1...2 {
      let report = try store.export(.hide)
      #expect(report.isGood && report.redacted == [1] && report.place == "\(store.out)-2")
      #expect(report.notes.map(\.key) == ["export.shows-faces"])
    }
    #expect(try store.filesThatShow(0).count == 2)
    let other = try Folder.names(in: "\(store.out)-2/proof/evidence/000")
    #expect(other == ["000002.jpg"])
  }

  @Test func whatIsHeldBackHasNoCopyInALaterExport() throws {
    try store.take(1)
    try store.find(in: [1])
    #expect(try store.export(.hide).redacted == [1])
    try store.make(
      [
        .addExamination(1, FaceExamination(by: "eyes", .failed(.program)))
      ], by: .analyser)
    let report = try store.export(.hide)
    #expect(report.isGood && report.held == [.failed: [1]])
    #expect(try store.files().filter { $0.hasSuffix(".jpg") } == [])
    let found = try store.verification()
    #expect(found.isGood && found.export.added == [])
  }

  @Test func whereFacesMayBeSeenAgainNoCopyStaysBesideTheOriginal() throws {
    try store.take(1)
    try store.find(in: [1])
    #expect(try store.export(.hide).redacted == [1])
    let report = try store.export(.show)
    #expect(report.isGood && report.redacted == [] && report.whole == [1])
    #expect(try store.filesThatShow(0).count == 2)
    let found = try store.verification()
    #expect(found.isGood && found.export.added == [] && found.export.redactedCount == 0)
  }

  @Test func withoutARecordNoCopyLeaves() throws {
    try store.take(1)
    try store.find(in: [1])
    let report = try store.export(.hide, isRecorded: false)
    #expect(report.problems.map(\.key) == ["copy.unrecorded"] && report.whole == [])
    #expect(try store.filesThatShow(0) == [])
    #expect(try store.files().filter { $0.hasSuffix(".jpg") } == [])
  }

  @Test func noCopyIsMadeOfWhatIsNotAsItWasStored() throws {
    try store.take(1)
    try store.find(in: [1])
    try store.folder.write([0xFF, 0xD8, 0xFF, 0xD9], as: "store/\(EvidenceFolder.file(1))")
    let report = try store.export(.hide)
    #expect(report.problems.map(\.key) == ["copy.of-altered"])
    #expect(try store.files().filter { $0.hasSuffix(".jpg") } == [])
  }

  @Test func anArchiveHasTheCopiesToo() throws {
    try store.take(1)
    try store.find(in: [1])
    let place = "\(store.folder.path)/out.zip"
    let report = try store.exporter(.hide).export(.all, to: .zip(place))
    #expect(report.isGood && report.redacted == [1])
    let bytes = try #require(store.folder.bytes("out.zip"))
    let picture = try LeavingFolder.picture(0)
    let scan = picture[(picture.count / 2)..<(picture.count / 2 + 48)]
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: scan) })
  }
}

/// The same by a stick.
@Suite struct LeavingByStickTests {
  private let store = LeavingFolder()

  private var mount: String { "\(store.folder.path)/out" }

  private func copy(_ treatment: FaceTreatment?) throws -> StickReport {
    mkdir(mount, 0o700)
    return try store.exporter(treatment, on: .stick).exportNew(toStick: mount)
  }

  @Test func aHiddenFaceStaysAndItsCopyLeavesOnce() throws {
    try store.take(3)
    try store.find(in: [1])
    try store.make([.addExamination(2, FaceExamination(by: "eyes", .found([])))])
    let first = try copy(.hide)
    #expect(first.export?.redacted == [1] && first.export?.whole == [1, 2] && first.leftCount == 0)
    #expect(first.held == [.unexamined: [3]] && first.stayingCount == 2)
    #expect(first.safeDigests.isEmpty && Array(first.digests.keys) == [])
    #expect(try store.filesThatShow(0) == [])
    let again = try copy(.hide)
    #expect(again.export == nil && again.wholeCount == 2 && again.stayingCount == 2)
    #expect(again.digests.keys.sorted() == [2])
  }

  @Test func whatWasHiddenSinceLeavesAsACopyBesideWhatHadLeft() throws {
    try store.take(1)
    try store.find(in: [1])
    #expect(try copy(.show).wholeCount == 1)
    try store.make([.changeFaces(1, .hide)])
    let again = try copy(.hide)
    #expect(again.export?.redacted == [1] && again.wholeCount == 1)
    #expect(try copy(.hide).export == nil)
  }

  @Test func nothingLeavesWhereNobodyHasDecided() throws {
    try store.take(1)
    try store.find(in: [1])
    try store.make([.changeFaces(1, .hide)])
    let report = try copy(nil)
    #expect(report.export == nil && report.held == [.treatment: [1]] && report.leftCount == 0)
    #expect(report.refusal?.key == "faces.undecided")
    #expect(try Folder.names(in: mount) == [])
  }
}
