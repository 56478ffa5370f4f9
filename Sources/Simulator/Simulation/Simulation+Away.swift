import Core
import Evidence
import VirtualDevices

/// What becomes of the store while the program is away.
extension Simulation {
  /// About so many calls of the medium the making of a database anew is.
  private static let callsOfRebuild = 600

  /// While the program is away somebody copies the store, or puts the copy in its place: not the device's folder.
  mutating func keepOrPutBack() {
    guard copying != nil, !medium.isPulled else { return }
    if let copy {
      guard copying?.happens(onceIn: 8) == true else { return }
      medium.replaceStore(by: copy.files)
      BrokenCommits.end(on: medium)
      evidence.setBack(to: copy.evidence)
      (acknowledged, clip) = (copy.acknowledged, copy.clip)
      self.copy = nil
      away.count("older copies put back")
    } else if copying?.happens(onceIn: 3) == true {
      copy = OlderCopy(
        files: medium.copyOfStore(), evidence: evidence, acknowledged: acknowledged, clip: clip)
    }
  }

  /// While the program is away a page of records goes bad, and somebody has the database made anew; every other time the
  /// power goes off meanwhile.
  mutating func damageRecords() throws(Violation) {
    guard damaging?.happens(onceIn: 8) == true, var random = damaging, !medium.isPulled else {
      return
    }
    BrokenCommits.end(on: medium)
    guard !HoleRule(medium).isOpen, let records = try? evidence.records(),
      let hole = Hole(in: records, on: medium, &random)
    else { return }
    damaging = random
    evidence.note(hole)
    acknowledged.note(hole)
    clip.note(hole)
    away.count("holes in the records")
    if random.happens(onceIn: 2) {
      medium.fail(.powerCut, after: random.below(Simulation.callsOfRebuild))
    }
    try rebuild()
  }

  /// A folder that could not be read in the last life has kept what is in it waiting for another start, which nothing
  /// troubles.
  mutating func startOnce() throws(Violation) {
    guard HoleRule(medium).isOpen else { return }
    BrokenCommits.end(on: medium)
    do throws(Failure) {
      var store = try Store(setup(by: medium.device), at: present)
      _ = try store.recover(at: present)
      while store.isSurveyDue {
        try store.survey(entries: 1000)
        while store.hasFindings { _ = try store.settle(at: present) }
      }
    } catch {
      throw Violation(HoleRule.self, "the store can't be started: \(error.phrase.english)")
    }
  }

  /// In the end somebody exports the store once more, undisturbed.
  func exportAll() throws(Violation) {
    BrokenCommits.end(on: medium)
    var visit = setup(by: medium.device)
    visit.isVisit = true
    let (setup, present) = (visit, present)
    try exports.conclude { news throws(Failure) in
      var store = try Store(setup, at: present)
      for change in news.changes { _ = try store.make(change, for: .button, at: present) }
    }
  }

  private mutating func rebuild() throws(Violation) {
    do throws(Failure) { _ = try Rebuild(medium.store, on: medium) } catch {
      medium.mend()
      if medium.isOff { reboot() }
      do throws(Failure) { _ = try Rebuild(medium.store, on: medium) } catch {
        throw Violation(HoleRule.self, "no database can be made: \(error.phrase.english)")
      }
    }
  }
}

/// Copy of the store, and what rules knew when it was made.
struct OlderCopy {
  let files: MediumCopy
  let evidence: EvidenceRule
  let acknowledged: AcknowledgedRule
  let clip: ClipRule
}
