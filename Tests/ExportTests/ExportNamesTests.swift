import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct ExportNamesTests {
  @Test(arguments: [
    ("3 Omega watch", "3 Omega watch"),
    ("3 Ωmega/watch: <1>", "3 Ωmega_watch_ _1_"),
    ("3 ../../etc", "3 .._.._etc"),
    ("3 a.b-c_d", "3 a.b-c_d"),
    ("3 ends in points...", "3 ends in points"),
    ("3 two\nlines\u{1b}[31m", "3 two_lines__31m"),
    ("3 \u{202e}gpj.exe", "3 _gpj.exe"),
    ("3 हीरा", "3 हीरा"),
    ("3   ", "3"),
  ])
  func namesAreMadeOfWhatEveryFileSystemTakes(text: String, name: String) {
    #expect(ExportNames.fitted(text) == name)
  }

  @Test(arguments: ["a", "ä", "त", "𝒜"]) func aLongNameIsCutBetweenLetters(letter: String) {
    let name = ExportNames.fitted("3 " + String(repeating: letter, count: 200))
    #expect(name.utf8.count <= 100 && name.utf8.count > 100 - letter.utf8.count)
    #expect(name.dropFirst(2).allSatisfy { String($0) == letter })
  }

  @Test func aCopyHasNumberKindAndDate() throws {
    var names = ExportNames()
    let time = KnownTime(microseconds: 1_774_626_268_775_000, clock: .told)
    #expect(
      try names.copy(.sample(17, of: 3, "Omega watch", at: time)).name
        == "3 Omega watch/17 photo 2026-03-27 15.44.28.jpg")
  }

  @Test func aCopyHasNoDateThatNobodyKnows() throws {
    var names = ExportNames()
    #expect(
      try names.copy(.sample(17, of: 3, "Omega watch")).name == "3 Omega watch/17 photo.jpg")
  }

  @Test(
    arguments: [
      ("receipt.docx", "bin", "17 imported receipt.docx"),
      ("IMG_1.HEIC", "heic", "17 imported IMG_1.heic"),
      ("no ending", "bin", "17 imported no ending.bin"), (".profile", "bin", "17 imported.profile"),
      ("a/b\nc.t?t", "bin", "17 imported a_b_c.t_t"),
      ("film.of a long day", "mp4", "17 imported film.of a long day.mp4"),
      ("letter.tar.gz", "bin", "17 imported letter.tar.gz"),
      ("a. no ending at all", "bin", "17 imported a. no ending at all.bin"),
    ]) func whatWasBroughtLeavesByItsName(source: String, ending: String, name: String) throws
  {
    var names = ExportNames()
    #expect(try names.copy(.imported(17, source, ending)).name == "3 Omega/\(name)")
  }

  @Test(arguments: [
    ("17 imported receipt.docx", nil), ("17 imported.bin", "3 Omega/17 imported.bin"),
    ("17 imported receipt.doc", nil),
  ])
  func anEarlierCopyOfWhatWasBroughtGetsItsName(there: String, earlier: String?) throws {
    var names = ExportNames(earlier: { $0.isEmpty ? ["3 Omega"] : [there] })
    let copy = try names.copy(.imported(17, "receipt.docx", "bin"))
    #expect(copy.name == "3 Omega/17 imported receipt.docx")
    #expect(copy.earlier == earlier)
  }

  /// A title that was redacted is none that a folder may have any more.
  @Test func whatIsInAnotherFolderOfTheThingGoesOnInItsOwn() throws {
    var names = ExportNames(
      earlier: { folder in
        switch folder {
        case "": ["3", "3 Somebody's", "3 Secret"]
        case "3": ["1 photo.jpg"]
        case "3 Somebody's": ["1 photo.jpg", "notes"]
        default: ["2 photo 2026-03-27 15.44.28.jpg"]
        }
      })
    let (there, moved) = (
      try names.copy(.sample(1, of: 3, "")), try names.copy(.sample(2, of: 3, ""))
    )
    #expect(there == ("3/1 photo.jpg", nil))
    #expect(moved == ("3/2 photo.jpg", "3 Secret/2 photo 2026-03-27 15.44.28.jpg"))
  }

  @Test func anEarlierExportKeepsTheFoldersOfItsThingsAndNoDateThatIsNotSo() throws {
    var names = ExportNames(
      earlier: { folder in
        folder.isEmpty
          ? ["3 Somebody's", "3 Old title", "33 Other", "index.html"]
          : ["17 photo.jpg", "1 photo 2026-03-27 15.44.28.jpg", "2 photo of my dog.jpg", "2 photo"]
      },
      wasTitled: { folder, number in folder == "3 Old title" && number == 3 })
    let time = KnownTime(microseconds: 1_774_626_268_775_000, clock: .synchronised)
    let (dated, undated) = (
      try names.copy(.sample(17, of: 3, "New", at: time)), try names.copy(.sample(1, of: 3, "New"))
    )
    #expect(dated.name == "3 Old title/17 photo 2026-03-27 15.44.28.jpg")
    #expect(dated.earlier == "3 Old title/17 photo.jpg")
    #expect(undated.name == "3 Old title/1 photo.jpg")
    #expect(undated.earlier == "3 Old title/1 photo 2026-03-27 15.44.28.jpg")
    #expect(try names.copy(.sample(2, of: 3, "New")).earlier == nil)
  }
}

extension Inventory.Item {
  /// A photo of a thing, taken when the calendar said `time`.
  static func sample(
    _ number: Int, of thing: Int = 1, _ title: String = "Unsorted", at time: KnownTime? = nil,
    east offset: Int? = nil
  ) -> Inventory.Item {
    let piece = Piece(
      id: "id-\(number)", number: number, kind: "photo", thing: title, title: nil, decision: nil,
      file: EvidenceFolder.file(number), sha256: String(repeating: "a", count: 64), byteCount: 1000,
      width: 640, height: 480, planned: nil, actual: nil, taken: nil, captured: time,
      utcOffset: offset, orientation: .rightTop, state: "stored", isLocked: false, adopted: nil,
      record: number)
    return Inventory.Item(piece: piece, thing: thing)
  }

  /// A file that was called `source`, of the thing 3.
  static func imported(_ number: Int, _ source: String, _ ending: String) -> Inventory.Item {
    var piece = Piece(
      id: "id-\(number)", number: number, kind: "imported", thing: "Omega", title: nil,
      decision: nil, file: EvidenceFolder.file(number, ending),
      sha256: String(repeating: "a", count: 64), byteCount: 1000, width: nil, height: nil,
      planned: nil, actual: nil, taken: nil, captured: nil, utcOffset: nil, orientation: nil,
      state: "stored",
      isLocked: false, adopted: nil, record: number)
    piece.source = source
    return Inventory.Item(piece: piece, thing: 3)
  }
}
