import Board
import Core
import Evidence
import Export
import Glibc

/// A bundle whose things, pieces and proof are to come back; its records were verified.
struct BundleRestore {
  /// The path that was named.
  let path: String
  private let contents: BundleContents
  /// Where it was unpacked, of an archive.
  private let unpacked: UnpackedBundle?

  /// The bundle or export at `path`; nil where there is none, a failure where anything in its records is wrong.
  ///
  /// Blocks for as long as reading all records takes; an archive is unpacked before that.
  ///
  /// - Parameter isReturning: whether pieces may come back that went for their room.
  init?(at path: String, returning isReturning: Bool) throws(Failure) {
    unpacked = BundleRestore.isFile(path) ? try BundleRestore.unpacked(path) : nil
    guard let bundle = try Bundle(in: unpacked?.folder ?? path) else { return nil }
    self.path = path
    contents = try BundleContents(of: bundle, called: path, returning: isReturning) { phrase in
      RestoreReport.say(phrase)
    }
    try BreakOff.check()
  }

  /// What is unpacked has to go again, so a signal waits from here on.
  private static func unpacked(_ path: String) throws(Failure) -> UnpackedBundle? {
    BreakOff.hold()
    return try UnpackedBundle(ofArchive: path) { () throws(Failure) in try BreakOff.check() }
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Has `taker` take in all of it, one after the other; what is there already is left as it is.
  func restore(
    by taker: any ImportTaker, into report: inout RestoreReport
  ) throws(Failure) {
    for phrase in contents.verification.origin { RestoreReport.say(phrase) }
    report.begin(contents)
    try contents.each { found throws(Failure) in
      try BreakOff.check()
      switch found {
      case .flawed(let name, let reason): report.leaveOut(name, reason)
      case .item(let item): try BundleRestore.take(item, by: taker, into: &report)
      }
      report.tellProgress()
    }
  }

  private static func take(
    _ item: BundleContents.Item, by taker: any ImportTaker, into report: inout RestoreReport
  ) throws(Failure) {
    do throws(Failure) {
      let answer = try BundleRestore.answer(to: item, by: taker)
      report.note(answer, of: item)
      // All else names them.
      if item.item.kind == .records, let sentence = answer.sentence {
        throw Failure(
          .store,
          Phrase("restore.no-records", "Nothing can come back without the records: \(sentence)"))
      }
    } catch {
      guard error.kind == .refused, item.item.kind == .piece else { throw error }
      report.leaveOut(item.name, error.phrase)
    }
  }

  private static func answer(
    to item: BundleContents.Item, by taker: any ImportTaker
  ) throws(Failure) -> ImportAnswer {
    let answer = try taker.describe(try item.item.inMemory())
    guard answer.wantsFile, let file = item.file else { return answer }
    return try taker.giveBack(try ImportFile(ofBundle: file))
  }
}

/// What became of all that bundles have, told as it comes.
struct RestoreReport {
  private var progress: ProgressLine
  /// Numbers of pieces of the bundle under way that were looked at, and of all that it has.
  private var counts = (done: 0, all: 0)
  private var numbers: [Int] = []
  private var thereCount = 0
  private var troubleCount = 0
  private var absentCount = 0
  private var spareCount = 0

  /// Nothing came back yet; `progress` tells how far it is.
  init(_ progress: ProgressLine) { self.progress = progress }

  /// Whether something could not come back.
  var hasTrouble: Bool { troubleCount > 0 }

  /// The bundle under way has these `contents`.
  mutating func begin(_ contents: BundleContents) {
    counts = (0, contents.count)
    absentCount += contents.absentCount
    spareCount += contents.spareCount
  }

  mutating func tellProgress() {
    counts.done += 1
    let (done, all) = (Figures.grouped(counts.done), Figures.grouped(counts.all))
    progress.tell(Phrase("restore.progress", "Restoring: \(done) of \(all)"))
  }

  /// Notes what became of `item`, and says what is worth saying.
  mutating func note(_ answer: ImportAnswer, of item: BundleContents.Item) {
    if let number = answer.number {
      numbers.append(number)
      if item.isByCopy {
        RestoreReport.say(
          Phrase(
            "restore.by-copy",
            """
            A file of piece \(item.name.printable) is not what was recorded; its copy in the export is, and came \
            back in its place.
            """))
      }
    }
    if answer.isThere { return thereCount += 1 }
    guard answer.number == nil, let sentence = answer.sentence else { return }
    leaveOut(item.name, sentence)
  }

  /// What is called `name` does not come back.
  mutating func leaveOut(_ name: String, _ reason: any PhraseValue) {
    troubleCount += 1
    RestoreReport.say(
      Phrase("restore.not", "Not restored, of the bundle: \(name.printable). \(reason)"))
  }

  /// Says what came of all.
  func tellEnd() throws {
    if absentCount > 0 {
      try CommandAnswer.tell(
        Phrase(
          "restore.absent",
          """
          Pieces of which the bundle has only the records, because they were left out or removed: \(absentCount).
          """
        ))
    }
    if spareCount > 0 {
      try CommandAnswer.tell(
        Phrase(
          "restore.spare",
          """
          Pieces that went from their store for their room, and stay away: \(spareCount). 'exhibit import \
          --purged' brings them back.
          """
        ))
    }
    try CommandAnswer.tell(
      .restoreEnd(numbers.count, thereCount, troubleCount, numbers.min(), numbers.max()))
  }

  /// Whoever does not read it has gone.
  static func say(_ phrase: Phrase) {
    try? CommandAnswer.tell(phrase)
  }
}

extension Phrase {
  static func restoreEnd(
    _ count: Int, _ thereCount: Int, _ troubleCount: Int, _ first: Int?, _ last: Int?
  ) -> Phrase {
    guard let first, let last else {
      return Phrase(
        "restore.end-nothing",
        "Restored: nothing. There already: \(thereCount). Not restored: \(troubleCount).")
    }
    return Phrase(
      "restore.end",
      """
      Restored: \(count), pieces \(first) to \(last). There already: \(thereCount). Not restored: \
      \(troubleCount).
      """)
  }
}
