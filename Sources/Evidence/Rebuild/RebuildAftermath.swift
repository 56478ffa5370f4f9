import Core

/// What is left to be done after a rebuild: its record, what the kept records tell of things at once, and of each piece as
/// it is adopted.
///
/// All of it is derived from the mark, which goes when the survey has looked at all files: a power cut forgets nothing.
struct RebuildAftermath {
  private let mark: RebuiltMark
  /// What the kept records tell; nil where there are none.
  let told: ToldRemains?
  /// What is lost, as far as the device knows.
  private let lost: LostRecords?
  /// The head that the device has seen, before this opening.
  private let seen: Head?
  /// That the database was made anew, where no record says so.
  let first: [Record]
  /// What follows from that at once.
  let others: [Record]

  /// That of the mark in the store's folder `directory`, whose device remembers `seen`; nil where there is no mark.
  init?(
    in directory: String, _ database: borrowing Database, _ seen: Head?
  ) throws(Failure) {
    guard let mark = RebuiltMark(in: directory) else { return nil }
    (self.mark, self.seen) = (mark, seen)
    told = try mark.kept.flatMap { kept throws(Failure) in
      try ToldRemains(kept, in: directory)
    }
    var lost = mark.lost
    if let seen, told?.history.hash(of: seen.sequence) ?? seen.hash == seen.hash {
      lost = lost?.until(seen)
    }
    self.lost = lost
    let isNoted = try lost.map { lost throws(Failure) in
      try RebuildAftermath.isNoted(lost, in: database)
    }
    guard !(isNoted ?? false) else {
      (first, others) = ([], [])
      return
    }
    first = [.storeRebuilt(lost)]
    guard let told, let kept = mark.kept, let lost else {
      others = []
      return
    }
    others = try Failure.inDatabase { () throws(DatabaseError) in
      try [.recordsKept(kept)] + told.records(kept, lostFrom: lost.first, in: database)
    }
  }

  /// Whether the database was made anew as `mark` tells, and no record says yet what is lost.
  static func isUntold(
    _ mark: RebuiltMark?, in database: borrowing Database
  ) throws(Failure) -> Bool {
    guard let lost = mark?.lost else { return false }
    return try !isNoted(lost, in: database)
  }

  /// Whether a record tells of it: behind the loss there is none but of the time since.
  private static func isNoted(
    _ lost: LostRecords, in database: borrowing Database
  ) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT 1 FROM records WHERE sequence >= ?1 AND kind = ?2"
      return try database.prepare(sql)
        .first(.integer(lost.first), .text(Record.Kind.storeRebuilt.name)) { _ in true } ?? false
    }
  }

  /// Whether what was lost is why the head that the device has seen is not there.
  func explains(_ seen: Head) -> Bool {
    guard let lost, seen.sequence >= lost.first else { return false }
    if let hash = told?.history.hash(of: seen.sequence) { return hash == seen.hash }
    return lost.has(seen.sequence)
  }

  /// What people should hear of it.
  var phrases: [Phrase] {
    guard let lost, !first.isEmpty else { return [] }
    return [
      told == nil
        ? Phrase(
          "store.rebuilt-lost",
          """
          The database was made anew after damage, and these records are lost: \(lost.figures). The photos that \
          they told of are taken over from their files.
          """)
        : Phrase(
          "store.rebuilt-returning",
          """
          The database was made anew after damage, and these records are lost: \(lost.figures). What later ones \
          tell of things and photos comes back as the files are looked through.
          """)
    ]
  }

  /// The records of the opening are durable, the latest of them `head`.
  ///
  /// From now on that is what the device has seen, where it knows of what is lost; then nothing is left to do, unless
  /// pieces are to come back.
  func settle(
    _ head: Head, of store: String, by memory: inout HeadMemory, in bootID: String,
    _ setup: StoreSetup
  ) {
    let knowsOfLoss = lost != nil && (seen.map { explains($0) } ?? true)
    if knowsOfLoss { memory.remember(head, of: store, in: bootID) }
    guard !knowsOfLoss || !memory.isFailing, told == nil else { return }
    end(EvidenceFolder(root: setup.directory, medium: setup.medium))
  }

  /// Nothing is left to do.
  func end(_ folder: EvidenceFolder) {
    // One that stays is found by the next start, which sees that all was done.
    try? folder.medium.unlink(RebuiltMark.path(in: folder.root))
  }
}
