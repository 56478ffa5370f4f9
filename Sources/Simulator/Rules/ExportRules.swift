import Core
import Evidence
import Export
import Glibc
import System

/// Exports tell the truth whenever they end: one that says it is complete has all that it lists and is proved, one that
/// does not lacks files and has no wrong ones; what is called whole is durable; and the next one leaves no rubbish.
struct ExportRule {
  /// Where there are exports.
  private var places: Set<String> = []
  /// Originals that were called whole, by their paths, with their SHA-256.
  private var whole: [String: String] = [:]

  /// Notes the pieces that `report` calls whole: each of their `files` has to be durable on `medium`.
  mutating func note(
    _ report: ExportReport?, _ files: [Int: [String]], on medium: ForgetfulMedium
  ) throws(Violation) {
    guard let report else { return }
    places.insert(report.place)
    for number in report.whole {
      let copy = report.redacted.contains(number) ? [RedactedCopy.file(of: number)] : nil
      for file in copy ?? files[number] ?? [] {
        let path = "\(report.place)/proof/\(file)"
        guard medium.isDurable(path), let sha256 = Self.digest(of: path) else {
          throw Violation(Self.self, "piece \(number) is called whole; \(path) is not durable")
        }
        // Where another face is hidden another copy takes its place.
        if copy == nil { whole[path] = sha256 }
      }
    }
  }

  /// Checks that the list of an export's files is durable on `medium` when somebody is asked to record it as `made`.
  static func check(_ made: MadeExport, on medium: ForgetfulMedium) throws(Violation) {
    let lists = medium.names.present.keys.filter { $0.hasSuffix("/proof/list.jsonl") }
    guard lists.contains(where: { medium.isDurable($0) && digest(of: $0) == made.list }) else {
      throw Violation(Self.self, "an export is to be recorded, and its list is not durable")
    }
  }

  /// Looks at all exports, the latest of which had this `report`, if it has begun, and was disturbed or not.
  mutating func check(_ report: ExportReport?, isDisturbed: Bool) throws(Violation) {
    for (path, sha256) in whole where Self.digest(of: path) != sha256 {
      throw Violation(Self.self, "\(path) was called whole, and is not any more")
    }
    let finished = isDisturbed || report?.isGood != true ? nil : report
    for place in places where place != finished?.place { try Self.check(interruptedAt: place) }
    guard let finished else { return }
    places.insert(finished.place)
    let isRecorded = !finished.notes.contains { $0.key == "export.not-signed" }
    try Self.check(finishedAt: finished.place, isRecorded: isRecorded)
  }

  /// The SHA-256 of the pieces that `report` calls whole, by their numbers.
  func digests(of report: ExportReport?, _ files: [Int: [String]]) -> [Int: String] {
    guard let report else { return [:] }
    let originals = report.whole.filter { !report.redacted.contains($0) }
    return originals.reduce(into: [:]) { digests, number in
      digests[number] = files[number].flatMap { whole["\(report.place)/proof/\($0[0])"] }
    }
  }

  private static func digest(of path: String) -> String? {
    // What can't be read is not there.
    ((try? File.bytes(at: path, limit: 1 << 26)) ?? nil).map { Digest.of($0) }
  }

  /// Looks at what an export has left in the folder `place`, whatever ended it.
  static func check(interruptedAt place: String) throws(Violation) {
    guard let found = try verification(of: place) else {
      guard !saysComplete(place) else {
        throw Violation(Self.self, "\(place) says that it is complete, and has no records")
      }
      return
    }
    if found.isComplete { return try checkComplete(found, place) }
    guard found.isGoodAsUnfinished else {
      throw Violation(Self.self, "\(place) was interrupted: \(found.words)")
    }
  }

  /// Looks at an export in the folder `place` that nothing has disturbed; a record tells of it where it `isRecorded`.
  static func check(finishedAt place: String, isRecorded: Bool) throws(Violation) {
    guard let found = try verification(of: place), found.isComplete else {
      throw Violation(Self.self, "\(place) is not complete, though nothing has disturbed it")
    }
    try checkComplete(found, place)
    guard found.list == (isRecorded ? "recorded" : "unsigned") else {
      throw Violation(Self.self, "the list of \(place) is \(found.list)")
    }
    let unfinished = found.others.filter { $0.hasPrefix(".exhibit-unfinished") }
    guard unfinished.isEmpty else {
      throw Violation(Self.self, "\(place) has what nobody finishes: \(unfinished)")
    }
  }

  /// Files in the folder `place` of an export that nobody lists.
  static func others(in place: String) throws(Violation) -> [String] {
    try verification(of: place)?.others ?? []
  }

  private static func checkComplete(_ found: Found, _ place: String) throws(Violation) {
    guard found.isGood, found.list != "wrong", found.list != "none" else {
      throw Violation(Self.self, "\(place) says that it is complete: \(found.words)")
    }
  }

  /// Verification of the export in `place`; nil where there is none.
  private static func verification(of place: String) throws(Violation) -> Found? {
    do throws(Failure) {
      guard let bundle = try Bundle(in: place) else { return nil }
      let verification = try bundle.verification(Trust()) { export throws(Failure) in
        try MeaningCheck(of: export).look()
      }
      return Found(verification)
    } catch {
      throw Violation(Self.self, "\(place) can't be verified: \(error.phrase.english)")
    }
  }

  private static func saysComplete(_ place: String) -> Bool {
    let bytes = (try? File.bytes(at: "\(place)/manifest.json", limit: 1 << 24)) ?? nil
    return bytes.map { String(decoding: $0, as: UTF8.self).contains(#""complete":true"#) } ?? false
  }
}

/// Of a piece with a face that is not to be seen, and of one in which nobody has looked, no original is in an export that
/// was made with that wish.
enum LeavingRule {
  /// Checks the export that `report` tells of, after which nothing was done to the store in the folder `store`.
  static func check(_ report: ExportReport, of store: String) throws(Violation) {
    var shown: [String] = []
    do throws(Failure) {
      let inventory = try Inventory(ofStoreIn: store)
      try inventory.eachItem { item throws(Failure) in
        let departure = try inventory.departure(of: item, under: .hide)
        if item.absence != nil || departure == .asItIs { return }
        let path = "\(report.place)/proof/\(item.piece.file)"
        if (try? File.bytes(at: path, limit: 1 << 26)) ?? nil != nil { shown.append(path) }
      }
    } catch {
      throw Violation(Self.self, "the store can't be read: \(error.phrase.english)")
    }
    if !shown.isEmpty { throw Violation(Self.self, "a face shows, or may, in \(shown)") }
  }
}

/// What verification found, as programs read it.
private struct Found {
  let isGood, isGoodAsUnfinished: Bool
  let isComplete: Bool
  /// What the list of files proves.
  let list: String
  /// Files that nobody lists.
  let others: [String]
  let words: String

  init(_ verification: Verification) {
    let export = verification.json.member("export")
    (isGood, isGoodAsUnfinished) = (verification.isGood, verification.isGoodAsUnfinished)
    isComplete = export?.member("complete")?.isTrue ?? false
    list = export?.member("list")?.asText ?? "none"
    if case .array(let others)? = export?.member("added") {
      self.others = others.compactMap(\.asText)
    } else {
      others = []
    }
    words = verification.faults.map(\.english).joined(separator: " ")
  }
}
