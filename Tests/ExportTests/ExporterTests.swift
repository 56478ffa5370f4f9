import Core
import Glibc
import System
import Testing

@testable import Evidence
@testable import Export

/// The hash of a record that no store has.
let otherHash = String(repeating: "b", count: 64)

extension ExportFolder {
  var moment: Moment {
    Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)
  }

  /// A store in the subfolder `store`.
  func store() throws -> Store {
    mkdir("\(path)/store", 0o700)
    let setup = StoreSetup(
      directory: "\(path)/store", device: "\(path)/device", program: ProgramFacts(version: "9.9")
    ) { _ in PictureSize(width: 1, height: 1) }
    return try Store(setup, at: moment)
  }

  /// Takes `count` photos into it.
  func insert(_ count: Int, into store: inout Store) throws {
    for index in 0..<count {
      let series = Series(
        origin: moment.instant, countdown: .zero, interval: .zero, count: 1)
      let frame = Frame(sequence: 7, byteCount: 10, stamped: moment.instant)
      let facts = PhotoFacts(
        of: Shot(id: index, series: series, index: 0, frame: frame), taken: moment, width: 1,
        height: 1, format: "MJPG")
      var bytes: [UInt8] = [0xFF, 0xD8, UInt8(index), 0xFF, 0xD9]
      let written = try bytes.withUnsafeMutableBytes { buffer throws in
        try store.write(jpeg: UnsafeRawBufferPointer(buffer), of: facts, at: moment)
      }
      _ = try store.insert(written, at: moment)
    }
  }

  /// An export of that store as it is now.
  func exporter() throws -> Exporter {
    try Exporter(
      ofStoreIn: "\(path)/store", program: "9.9")
  }
}

/// What an export into a folder that has one leaves alone.
@Suite struct ExporterTests {
  let folder = ExportFolder()

  func export() throws -> ExportReport {
    try folder.exporter().export(.all, to: .folder("\(folder.path)/out"))
  }

  @Test func aThingIsNamedByItsLabelBeforeItsNumber() throws {
    do {
      var store = try folder.store()
      for label in ["0003", "Bag"] {
        _ = try store.make(.addThing(label: label, .other), for: .button, at: folder.moment)
        try folder.insert(1, into: &store)
      }
    }
    let exporter = try folder.exporter()
    for (text, number) in [("0003", 2), ("3", 3), ("bag", 3), ("2", 2)] {
      #expect(try exporter.choice(text) == .thing(number))
    }
    let choice = try #require(try exporter.choice("0003"))
    let report = try exporter.export(choice, to: .folder("\(folder.path)/out"))
    #expect(report.notes.map(\.english) == ["Thing 2: 0003."])
  }

  @Test func anExportOfOneThingTellsNoTextOfAnother() throws {
    do {
      var store = try folder.store()
      for label in ["Bag", "Secret ledger"] {
        _ = try store.make(.addThing(label: label, .other), for: .button, at: folder.moment)
        try folder.insert(1, into: &store)
      }
    }
    _ = try folder.exporter().export(.thing(2), to: .folder("\(folder.path)/out"))
    for file in ["manifest.json", "proof/texts.jsonl", "proof/records.jsonl"] {
      let text = String(decoding: try #require(folder.bytes("out/\(file)")), as: UTF8.self)
      #expect(!text.contains("ledger"), "\(file)")
    }
    let list = try #require(folder.bytes("out/\(FileList.file)"))
    let lines = list.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let untold = lines.filter { $0.hasPrefix("{\"member\"") }
    #expect(untold.count == 2 && untold.allSatisfy { $0.contains("other-thing") })
  }

  @Test func anExportOfAllTellsNoTextOfWhatIsDeleted() throws {
    do {
      var store = try folder.store()
      try folder.insert(1, into: &store)
      _ = try store.make(
        .addThing(label: "Secret ledger", .other), for: .button, at: folder.moment)
      _ = try store.make(.deleteThing(nil), for: .button, at: folder.moment)
    }
    _ = try folder.exporter().export(.all, to: .folder("\(folder.path)/out"))
    let texts = String(decoding: folder.bytes("out/proof/texts.jsonl") ?? [], as: UTF8.self)
    #expect(!texts.contains("ledger"))
    let list = String(decoding: folder.bytes("out/\(FileList.file)") ?? [], as: UTF8.self)
    #expect(list.contains("other-thing"))
  }

  /// The request has the number of a piece that is shown, and another piece.
  @Test func aRequestIsNotTakenForThePieceWithItsNumber() throws {
    do {
      var store = try folder.store()
      try folder.insert(1, into: &store)
      let text = #"{"url": "a", "title": "Secret ledger", "required_evidence": ["Front"]}"#
      let file = try RequestFile(Array(text.utf8), called: "a.json")
      _ = try store.importRequest(file, for: .button, at: folder.moment)
    }
    _ = try folder.exporter().export(.thing(1), to: .folder("\(folder.path)/out"))
    let texts = String(decoding: folder.bytes("out/proof/texts.jsonl") ?? [], as: UTF8.self)
    #expect(!texts.contains("ledger"))
  }

  /// Exports all to `place`; the store records it, or does not, as one that can't be written to.
  func export(
    to place: String, isRecorded: Bool, on medium: any Medium = SystemMedium()
  ) throws -> ExportReport {
    let setup = StoreSetup(
      directory: "\(folder.path)/store", device: "\(folder.path)/device",
      program: ProgramFacts(version: "9.9")
    ) { _ in PictureSize(width: 1, height: 1) }
    let exporter = try Exporter(
      ofStoreIn: setup.directory, program: "9.9", on: medium,
      recorder: { news throws(Failure) in
        guard isRecorded else {
          throw Failure(.store, Phrase("store.read-only", "It is read-only."))
        }
        var visit = setup
        visit.isVisit = true
        var store = try Store(visit, at: folder.moment)
        for change in news.changes { _ = try store.make(change, for: .button, at: folder.moment) }
      })
    return try exporter.export(.all, to: try ExportPlace(named: place))
  }

  func verification(in place: String) throws -> Verification {
    let bundle = try #require(try Bundle(in: place))
    return try bundle.verification(Trust()) { export throws(Failure) in
      try MeaningCheck(of: export).look()
    }
  }

  @Test func theRecordsOfAnExportEndWithItsOwn() throws {
    do {
      var store = try folder.store()
      try folder.insert(1, into: &store)
    }
    let place = "\(folder.path)/out"
    for count in 1...2 {
      #expect(try export(to: place, isRecorded: true).isGood)
      let found = try verification(in: place)
      #expect(found.isGood && found.export.proof == .recorded && found.export.isComplete == true)
      let last = try Archive(directory: "\(folder.path)/store").head()
      #expect(found.head == last && last.sequence > count)
    }
  }

  /// After each flush in turn, until one export comes to its end.
  @Test func whateverEndsAnExportEarlyItSaysThatItIsCompleteOnlyWhereItIs() throws {
    do {
      var store = try folder.store()
      try folder.insert(2, into: &store)
    }
    for flushes in 0..<100 {
      let place = "\(folder.path)/out-\(flushes)"
      let medium = FailingMedium(.gone(afterFlushes: flushes))
      let report = try? export(to: place, isRecorded: true, on: medium)
      let bundle = try Bundle(in: place)
      let found = try bundle.map { try $0.verification(Trust()) }
      if found?.export.isComplete == true {
        #expect(found?.isGood == true && found?.export.proof == .recorded, "\(flushes) flushes")
      }
      if report?.isGood == true { return #expect(flushes > 10) }
    }
    Issue.record("No export came to its end.")
  }

  @Test func theListHasEachFileThatIsThere() throws {
    do {
      var store = try folder.store()
      try folder.insert(2, into: &store)
    }
    let place = "\(folder.path)/out"
    _ = try export(to: place, isRecorded: true)
    let list = String(decoding: try #require(folder.bytes("out/\(FileList.file)")), as: UTF8.self)
    let lines = list.split(separator: "\n").map { ListLine(String($0)) }
    for case .file(let path, let byteCount, let sha256) in lines {
      let bytes = try #require(folder.bytes("out/\(path)"))
      #expect(bytes.count == byteCount && Digest.of(bytes) == sha256, "\(path)")
    }
    // Table, page, manifest, text, texts of records, and of each photo a copy and an original.
    #expect(lines.count == 9 && !lines.contains(nil))
    #expect(try verification(in: place).export.added == [])
  }

  @Test func anExportThatNobodyCanRecordIsNotSignedAndSaysSo() throws {
    var store = try folder.store()
    try folder.insert(1, into: &store)
    let report = try export(to: "\(folder.path)/out", isRecorded: false)
    #expect(report.isGood && report.notes.map(\.key) == ["export.not-signed"])
    #expect(report.notes.first?.english.contains("It is read-only.") == true)
    let found = try verification(in: "\(folder.path)/out")
    #expect(found.isGood && found.export.proof == .unsigned)
  }

  @Test func anExportOfOtherRecordsIsNotRecorded() throws {
    var store = try folder.store()
    try folder.insert(1, into: &store)
    let count = try store.archive.head().sequence
    let made = MadeExport(
      head: "2:\(otherHash)", list: otherHash, fileCount: 1, .all, program: "9", language: "en")
    do throws(Failure) {
      _ = try store.make(.exportMade(made), for: .button, at: folder.moment)
      Issue.record("It was recorded.")
    } catch {
      #expect(error.phrase.key == "export.other-records")
    }
    #expect(try store.archive.head().sequence == count)
  }

  @Test(arguments: [true, false])
  func whoeverGetsItCanVerifyIt(isThere: Bool) throws {
    var store = try folder.store()
    try folder.insert(1, into: &store)
    if isThere {
      try folder.write("a script", as: "other.py")
      try folder.write("a page", as: "verify.html")
    }
    let exporter = try Exporter(
      ofStoreIn: "\(folder.path)/store", program: "9",
      verifier: "\(folder.path)/other.py")
    let report = try exporter.export(.all, to: .folder("\(folder.path)/out"))
    let missing = ["export.no-verifier", "export.no-verifier"]
    #expect(report.isGood && report.notes.map(\.key) == (isThere ? [] : missing))
    #expect(folder.bytes("out/proof/verify.py") == (isThere ? Array("a script".utf8) : nil))
    let readme = String(decoding: try #require(folder.bytes("out/README.txt")), as: UTF8.self)
    #expect(folder.bytes("out/proof/verify.html") == (isThere ? Array("a page".utf8) : nil))
    #expect(readme.contains("python3 proof/verify.py .") == isThere)
    #expect(readme.contains("open proof/verify.html") == isThere)
    #expect(readme.contains(store.device.fingerprint))
    try folder.write("mine", as: "out/README.txt")
    #expect(try exporter.export(.all, to: .folder("\(folder.path)/out")).isGood)
    #expect(folder.bytes("out/README.txt") == Array("mine".utf8))
    try folder.write("\(readme)older", as: "out/README.txt")
    #expect(try exporter.export(.all, to: .folder("\(folder.path)/out")).isGood)
    #expect(folder.bytes("out/README.txt") == Array(readme.utf8))
  }

  @Test func anotherExportIntoTheFolderIsWaitedFor() throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    let place = "\(folder.path)/out"
    // The folder of one that fails is gone once it gives its turn up.
    for isGone in [false, true] {
      _ = try FolderTarget.make(place, on: SystemMedium())
      var (turn, told) = (FolderTurn(in: place) {}, [ExportProgress]())
      #expect(turn != nil)
      let exporter = try Exporter(
        ofStoreIn: "\(folder.path)/store", program: "9",
        progress: { progress in
          guard case .waits = progress else { return }
          told.append(progress)
          if isGone { Folder.erase(place) }
          turn = nil
        })
      #expect(try exporter.export(.all, to: .folder(place)).isGood)
      #expect(told == [.waits(place)])
    }
  }

  @Test func whatWouldBeAFolderCalledAsAnArchiveIsRefusedWithTheFix() throws {
    func key(_ name: String) -> String? {
      do throws(Failure) { _ = try ExportPlace(named: "\(folder.path)/\(name)") } catch {
        return error.phrase.key
      }
      return nil
    }
    #expect(try ExportPlace(named: "a.ZIP") == .zip("a.ZIP"))
    #expect(try ExportPlace(named: "photos") == .folder("photos"))
    #expect(["p.tar", "p.tar.gz", "p.TGZ"].map(key) == Array(repeating: "export.as-tar", count: 3))
    #expect(["p.7z", "p.gz"].map(key) == Array(repeating: "export.as-zip", count: 2))
    mkdir("\(folder.path)/p.7z", 0o755)
    #expect(key("p.7z") == nil)
  }

  @Test func aFolderThatIsMissingIsNamedWithTheFix() throws {
    _ = try folder.store()
    do throws(Failure) {
      for place in [ExportPlace.folder("\(folder.path)/a/b"), .zip("\(folder.path)/a/b.zip")] {
        _ = try Exporter(
          ofStoreIn: "\(folder.path)/store", program: "9"
        ).export(.all, to: place)
        Issue.record("nothing is there")
      }
    } catch { #expect(error.phrase.key == "export.nowhere") }
  }

  func change(_ file: String, _ text: String, to other: String) throws {
    let old = String(decoding: try #require(folder.bytes(file)), as: UTF8.self)
    try #require(old.contains(text))
    try folder.write(old.replacing(text, with: other), as: file)
  }

  @Test func whatTheRecordsDoNotTellDoesNotLeave() throws {
    var store = try folder.store()
    try folder.insert(1, into: &store)
    try store.archive.database.execute("UPDATE things SET title = 'Rolex'")
    #expect(throws: Failure.self) { _ = try export() }
    #expect(folder.bytes("out/manifest.json") == nil)
  }

  /// Another picture's copy, in a list that fits it, and the original is said to be left out.
  @Test func aCopyWithoutItsOriginalIsNotCountedAsCompared() throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    _ = try export()
    let (copy, forged) = ("out/1 Unsorted/1 photo.jpg", [UInt8]([0xFF, 0xD8, 9, 0xFF, 0xD9]))
    try change(
      "out/manifest.json", Digest.of(try #require(folder.bytes(copy))), to: Digest.of(forged))
    try folder.write(forged, as: copy)
    unlink("\(folder.path)/out/proof/\(EvidenceFolder.file(1))")
    unlink("\(folder.path)/out/\(FileList.file)")
    try folder.write("1\n", as: "out/proof/left-out")
    let bundle = try #require(try Bundle(in: "\(folder.path)/out"))
    let verification = try bundle.verification(Trust())
    #expect(verification.copyCount == 1)
    #expect(verification.faults.map(\.key) == ["verify.copy-unproved"])
  }
}
