import Core
import Evidence
import System

/// Whatever somebody photographed stays: no file of a piece is removed once it is on the medium, not even one that is
/// in doubt, but for pieces that are purged.
struct DeletionRule {
  /// How many removed files were looked at.
  private var seen = 0

  mutating func check(_ medium: ForgetfulMedium, _ evidence: EvidenceRule) throws(Violation) {
    let removed = medium.deleted.dropFirst(seen)
    seen = medium.deleted.count
    let files = removed.filter { $0.hasPrefix("\(medium.store)/evidence/") }
    if files.isEmpty { return }
    let purged = try evidence.purgedFiles()
    for file in files where !purged.contains(String(file.dropFirst(medium.store.utf8.count + 1))) {
      throw Violation(Self.self, "\(file) was deleted")
    }
  }
}

/// What is called stored or recorded would survive a power cut at that very moment, even one that takes along all that
/// was not flushed.
struct DurabilityRule {
  private let medium: ForgetfulMedium
  private var deletion = DeletionRule()

  /// A rule for the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    self.medium = medium
  }

  /// How many pages of the database were written so far.
  var pageCount: Int { medium.pageCount }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    try deletion.check(medium, evidence)
    switch step.event {
    case .photo(.stored(_, let piece, _)):
      guard medium.isDurable("\(medium.store)/\(piece.file)") else {
        throw Violation(Self.self, "photo \(piece.number) is called stored, and its file is not")
      }
      for file in piece.companions.inOrder where !medium.isDurable("\(medium.store)/\(file.file)") {
        throw Violation(
          Self.self, "photo \(piece.number) is called stored, and \(file.file) is not")
      }
      try checkRecords(evidence)
    case .clip(.stored(let piece, _)):
      guard medium.isDurable("\(medium.store)/\(piece.file)") else {
        throw Violation(Self.self, "clip \(piece.number) is called stored, and its file is not")
      }
      try checkRecords(evidence)
    case .store(.importing(.stored(let piece, _))):
      guard medium.isDurable("\(medium.store)/\(piece.file)") else {
        throw Violation(Self.self, "piece \(piece.number) is called imported, and its file is not")
      }
      try checkRecords(evidence)
    case .store(.noted), .store(.changed), .device(.opened(.store)): try checkRecords(evidence)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
  }

  /// All records that a reader finds now are on the medium.
  private func checkRecords(_ evidence: EvidenceRule) throws(Violation) {
    let files = ["", "-wal"].map { "exhibit.sqlite\($0)" }
    if files.allSatisfy({ medium.isDurable("\(medium.store)/\($0)") }) { return }
    let present = try evidence.read { archive throws(Failure) in try archive.head() }
    let copy = "\(medium.root)/least"
    medium.copyLeast(of: files, in: medium.store, to: copy)
    defer { Folder.erase(copy) }
    let least = try EvidenceRule(directory: copy, on: medium).read { archive throws(Failure) in
      try archive.head()
    }
    // A flush that failed may have reached the medium all the same.
    guard least.sequence >= present.sequence else {
      throw Violation(
        Self.self,
        "record \(present.sequence) is called durable, and the medium has \(least.sequence)")
    }
  }
}
