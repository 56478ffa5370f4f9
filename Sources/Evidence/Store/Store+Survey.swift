import Core

/// What files and database tell of each other: what matters most at once, all else a little at a time.
extension Store {
  /// So many findings are settled before the store counts as open; the others afterwards, one by one.
  static let mostAtOnce = 8

  /// Finds out first what matters most when the store was just opened: what became of photos in doubt, and
  /// of the few pictures that are newer than all rows, as a power cut leaves them.
  ///
  /// - Returns: what people should hear of it.
  package mutating func recover(at now: Moment) throws(Failure) -> [Phrase] {
    let newest = doubts.numbers.union(Store.newestOrphans(after: newestAtStart, in: folder))
    // A clip's file may be large: it is looked through afterwards, a slice at a time.
    let clips = Set(try archive.begunNumbers()).union(newest.filter(folder.isClip))
    for number in clips.sorted() { survey.doubt(number) }
    let unsure = newest.subtracting(clips).sorted()
    try passDeniedFolders(at: now)
    var phrases = (aftermath?.phrases ?? []) + takeProblems()
    for number in unsure.prefix(Store.mostAtOnce) {
      phrases += try settle(.orphan(number), at: now)
      doubts.numbers.remove(number)
    }
    for number in unsure.dropFirst(Store.mostAtOnce) { survey.doubt(number) }
    // A power cut may have lost what it was, or what came after it.
    pointLatest()
    return phrases
  }

  /// Numbers of the files that have become pieces since this was asked before.
  package mutating func takeAdopted() -> [Int] {
    defer { adopted = [] }
    return adopted
  }

  /// Whether files and database are still to be compared, or what was found to be recorded.
  package var isSurveyDue: Bool { !survey.isComplete || !survey.findings.isEmpty }

  /// All files were looked at, so that nothing of a rebuild is left to come back; what can't be read may still.
  mutating func endAftermath() {
    guard aftermath != nil, !isSurveyDue, unread.isEmpty, !memory.isFailing else { return }
    aftermath?.end(folder)
    aftermath = nil
  }

  /// Whether something was found that waits to be recorded.
  package var hasFindings: Bool { !survey.findings.isEmpty }

  /// Compares `count` more of files and rows, or lists one more folder; reads names and sizes only.
  package mutating func survey(entries count: Int) throws(Failure) {
    do throws(DatabaseError) {
      try survey.advance(by: count, in: folder, archive.database, next: nextNumber)
      nextNumber = max(nextNumber, survey.newestUnlisted + 1)
    } catch {
      throw Failure(error)
    }
    endAftermath()
  }
}

/// What a program doesn't know of what it wrote, because a flush or a commit failed.
package struct Doubts: Hashable, Sendable {
  /// Numbers of photos that may or may not be stored.
  package var numbers: Set<Int> = []
  /// The head after which the latest notes may have been recorded, or not; nil where that is known.
  var notesAfter: Int?

  /// None.
  package init() {}
}
