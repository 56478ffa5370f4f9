import Board
import Core
import Evidence
import Export
import Glibc

/// A bundle whose things, pieces and proof are to come back; it was verified.
struct BundleRestore {
  /// The path that was named.
  let path: String
  private let bundle: Bundle
  /// Where it was unpacked, of an archive.
  private let unpacked: UnpackedBundle?
  private let verification: Verification

  /// The bundle or export at `path`; nil where there is none, a failure where anything in it is wrong.
  ///
  /// Blocks for as long as reading all of it takes.
  init?(at path: String) throws(Failure) {
    unpacked = BundleRestore.isFile(path) ? try UnpackedBundle(ofArchive: path) : nil
    guard let bundle = try Bundle(in: unpacked?.folder ?? path) else { return nil }
    self.path = path
    self.bundle = bundle
    verification = try bundle.verification(Trust())
    guard verification.isRestorable else {
      for phrase in verification.faults { RestoreReport.say(phrase) }
      throw .refused(.restoreFlawed(path.printable))
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Has `taker` take in all of it, one after the other; what is there already is left as it is.
  func restore(
    by taker: any ImportTaker, into report: inout RestoreReport
  ) throws(Failure) {
    let contents = try BundleContents(of: bundle)
    for phrase in verification.origin { RestoreReport.say(phrase) }
    report.absentCount += contents.absentCount
    try contents.each { item throws(Failure) in
      let answer = try BundleRestore.take(item, in: contents.folder, by: taker)
      report.note(answer, of: item)
      // All else names them.
      if item.item.kind == .records, let sentence = answer.sentence {
        throw Failure(.store, .restoreNoRecords(sentence))
      }
    }
  }

  private static func take(
    _ item: BundleContents.Item, in folder: String, by taker: any ImportTaker
  ) throws(Failure) -> ImportAnswer {
    let answer = try taker.describe(try item.item.inMemory())
    guard answer.wantsFile, let file = item.file else { return answer }
    return try taker.giveBack(try ImportFile(ofBundle: "\(folder)/\(file)"))
  }
}

/// What became of all that a bundle has.
struct RestoreReport {
  private var numbers: [Int] = []
  private var thereCount = 0
  private var troubleCount = 0
  /// How many pieces the bundles have no file of.
  var absentCount = 0

  /// Whether something could not come back.
  var hasTrouble: Bool { troubleCount > 0 }

  /// Notes what became of `item`, and says what is worth saying.
  mutating func note(_ answer: ImportAnswer, of item: BundleContents.Item) {
    if let number = answer.number { numbers.append(number) }
    if answer.isThere { return thereCount += 1 }
    guard answer.number == nil, let sentence = answer.sentence else { return }
    troubleCount += 1
    RestoreReport.say(.restoreNot(item.name.printable, sentence))
  }

  /// Says what came of all.
  func tellEnd() throws {
    if absentCount > 0 { try StandardOutput.print(Phrase.restoreAbsent(absentCount).told) }
    try StandardOutput.print(
      Phrase.restoreEnd(numbers.count, thereCount, troubleCount, numbers.min(), numbers.max()).told)
  }

  /// Whoever does not read it has gone.
  static func say(_ phrase: Phrase) {
    try? StandardOutput.write(phrase.told.printable, to: STDOUT_FILENO)
  }
}

extension Phrase {
  static func restoreFlawed(_ path: String) -> Phrase {
    Phrase(
      "restore.flawed",
      """
      Nothing was restored, because something in {1} is wrong: see above. Take another copy of it; \
      where only copies are wrong, restore the folder 'proof' in it.
      """, path)
  }

  static func restoreNoRecords(_ reason: String) -> Phrase {
    Phrase("restore.no-records", "Nothing can come back without the records: {1}", reason)
  }

  static func restoreNot(_ name: String, _ reason: String) -> Phrase {
    Phrase("restore.not", "Not restored, of the bundle: {1}. {2}", name, reason)
  }

  static func restoreAbsent(_ count: Int) -> Phrase {
    Phrase(
      "restore.absent",
      "Pieces of which the bundle has only the records, because they were left out or removed: {1}.",
      count)
  }

  static func restoreEnd(
    _ count: Int, _ thereCount: Int, _ troubleCount: Int, _ first: Int?, _ last: Int?
  ) -> Phrase {
    guard let first, let last else {
      return Phrase(
        "restore.end-nothing", "Restored: nothing. There already: {1}. Not restored: {2}.",
        thereCount, troubleCount)
    }
    return Phrase(
      "restore.end", "Restored: {1}, pieces {4} to {5}. There already: {2}. Not restored: {3}.",
      count, thereCount, troubleCount, first, last)
  }
}
