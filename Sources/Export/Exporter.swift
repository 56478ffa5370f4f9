import Core
import Evidence
import Glibc
import System

/// What is to be exported.
package enum ExportChoice: Hashable, Sendable {
  case all
  /// The thing with this number.
  case thing(Int)
  /// The pieces with these numbers, which were delivered for a request.
  case request(Int, Set<Int>)
  /// Those that a stick has not yet.
  case new(Set<Int>)

  /// It as the record of an export says it.
  var recorded: MadeExport.Choice {
    switch self {
    case .all: .all
    case .thing(let number): .thing(number)
    case .request(let number, _): .request(number)
    case .new: .new
    }
  }
}

/// How far an export is.
package enum ExportProgress: Hashable, Sendable {
  /// Another export writes to this folder, and this one waits for its end.
  case waits(String)
  /// So many of the pieces are written.
  case wrote(Int, of: Int)
  /// So many of the files are read back.
  case readBack(Int, of: Int)
}

/// One export of a store: copies for people, and the proof for everybody.
///
/// What an export is made from is read in one transaction; a program may go on storing photos meanwhile, which the next
/// export has. That it was written becomes a record, by whoever writes to the store.
package struct Exporter {
  /// The directory of the store.
  let store: String
  let medium: any Medium
  private let progress: (ExportProgress) -> Void
  private(set) var inventory: Inventory
  /// What leaves of each piece.
  private(set) var leaving: Leaving
  private let faces: FaceTreatments
  /// Version of this program.
  let program: String
  /// Where the other verifiers are, of which each export has copies; nil: it is to have none.
  private let verifier: String?
  let recorder: ((ExportNews) throws(Failure) -> Void)?

  /// Reads what the store in `directory` has; blocks on the disk.
  ///
  /// - Parameters:
  ///   - program: version of this program.
  ///   - verifier: path of `verify.py`, which has `verify.html` beside it.
  ///   - way: the way on which it leaves.
  ///   - faces: what its owner has chosen for each way.
  ///   - recorder: has the store record something of an export, and blocks until that is durable; nil: nobody can.
  ///   - medium: what the export is written by.
  package init(
    ofStoreIn directory: String, program: String, verifier: String? = nil,
    on medium: any Medium = SystemMedium(), way: WayOut = .export,
    faces: FaceTreatments = FaceTreatments(),
    recorder: ((ExportNews) throws(Failure) -> Void)? = nil,
    progress: @escaping (ExportProgress) -> Void = { _ in }
  ) throws(Failure) {
    store = directory
    (self.verifier, self.recorder, self.program) = (verifier, recorder, program)
    self.medium = medium
    self.progress = progress
    self.faces = faces
    inventory = try Inventory(ofStoreIn: directory)
    leaving = try Leaving(on: way, faces, of: inventory)
  }

  /// The same of the store as it is now.
  func readAnew() throws(Failure) -> Exporter {
    var exporter = self
    exporter.inventory = try Inventory(ofStoreIn: store)
    exporter.leaving = try Leaving(on: leaving.way, faces, of: exporter.inventory)
    return exporter
  }

  /// What `text` chooses: `all`, the number or id of a thing, or its title where that is the only one; nil where it is none.
  package func choice(_ text: String) throws(Failure) -> ExportChoice? {
    if text == "all" { return .all }
    let things = try inventory.things()
    if let thing = things.first(where: { $0.id == text }) { return .thing(thing.number) }
    guard things.count(where: { $0.label.lowercased() == text.lowercased() }) < 2 else {
      return nil
    }
    let place = ThingReference(text).place(in: things.map { ($0.label, $0.number) })
    return place.map { .thing(things[$0].number) }
  }

  /// The first things with their numbers, for whoever named none: `1 Unsorted, 2 Omega watch`.
  package func thingList() throws(Failure) -> String {
    let things = try inventory.things().map { "\($0.number) \($0.label)" }
    let more = things.count > Exporter.mostListed ? ["…"] : []
    return (things.prefix(Exporter.mostListed) + more).joined(separator: ", ")
  }

  private static let mostListed = 10

  /// Exports `choice` to `place`; blocks until all is written and read back.
  ///
  /// - Throws: what keeps it from beginning. What goes wrong later is in the report.
  package func export(_ choice: ExportChoice, to place: ExportPlace) throws(Failure) -> ExportReport
  {
    if let refusal = leaving.refusal { throw Failure(.store, refusal) }
    let (place, notes) = try suitable(for: place)
    let target = try target(for: place)
    let (exporter, problems): (Exporter, [Phrase])
    do throws(Failure) { (exporter, problems) = try withCopies(of: choice, beside: target) } catch {
      target.discard()
      throw error
    }
    return try exporter.export(choice, to: place, target, notes, problems)
  }

  /// The same to `target`, of pieces whose copies without faces are recorded, but for those that `problems` name.
  private func export(
    _ choice: ExportChoice, to place: ExportPlace, _ target: any ExportTarget, _ notes: [Phrase],
    _ problems: [Phrase]
  ) throws(Failure) -> ExportReport {
    let files = try FileList()
    let guidance = guidance(beside: target)
    let plan: ExportPlan
    var run: ExportRun
    do throws(Failure) {
      plan = try ExportPlan(choice, of: inventory, by: leaving, beside: target) {
        absence throws(Failure) in try files.add(absence)
      }
      try checkRoom(for: plan, at: place)
      var report = ExportReport(place: place.name, keeping: target.keeping)
      report.notes = try notes + thing(of: choice) + guidance.notes
      report.held = plan.held
      report.problems =
        problems
        + (inventory.isLossUntold
          ? [
            Phrase(
              "export.loss-untold",
              """
              The database was made anew after damage, and the program has not been started with it since: its next \
              start records what is lost. Export again after that; until then this export is not complete.
              """)
          ] : [])
      (report.pieceCount, report.thingCount) = (plan.pieces.count, plan.things.count)
      run = ExportRun(
        contents: try ExportContents(of: exportedStore), names: names(beside: target),
        target: target, report: report, files: files,
        after: try earlier(in: place, target), progress: progress)
    } catch {
      target.discard()
      throw error
    }
    do throws(Failure) {
      let told = try toldTexts(of: plan, by: choice, files)
      // An archive has each file once: its records come last.
      let first = target.isFolder ? try proof(to: inventory.head) : []
      try run.begin(first + [told] + keptRecords())
      try withdraw(from: target)
      try add(plan, to: &run, beside: target)
      try run.finish(guidance.entries) { list, count throws(Failure) in
        try certified(list, count, choice)
      }
    } catch {
      run.stop(after: error)
    }
    return run.report
  }

  /// Names of files, of which an earlier export may have some.
  func names(beside target: any ExportTarget) -> ExportNames {
    let folders = ThingFolders(of: inventory)
    return ExportNames(
      earlier: { target.earlierNames(in: $0) },
      wasTitled: { (folder, number) throws(Failure) in try folders.has(folder, of: number) })
  }

  /// Earlier export into the same folder.
  private func earlier(
    in place: ExportPlace, _ target: any ExportTarget
  ) throws(Failure) -> EarlierExport? {
    guard target.isFolder, let path = place.path else { return nil }
    return try EarlierExport(in: path, of: inventory, in: store)
  }

  private var exportedStore: ExportedStore {
    ExportedStore(
      store: inventory.store, key: inventory.key, head: inventory.head, program: program,
      isLossUntold: inventory.isLossUntold)
  }

  private func add(
    _ plan: ExportPlan, to run: inout ExportRun, beside target: any ExportTarget
  ) throws(Failure) {
    let examiner = PieceSource.Examiner(store, beside: target)
    var entry: Inventory.Entry?
    try inventory.eachItem { item throws(Failure) in
      guard plan.pieces.contains(item.piece.number),
        case .leaves(let item) = try leaving.form(of: item)
      else { return }
      if entry?.thing.number != item.thing { entry = try inventory.entry(item.thing) }
      guard let entry else { return }
      try run.add(item, of: entry, examinedBy: examiner)
    }
  }

  /// Which thing somebody has chosen, be it by its number.
  private func thing(of choice: ExportChoice) throws(Failure) -> [Phrase] {
    guard case .thing(let number) = choice, let entry = try inventory.entry(number) else {
      return []
    }
    return [Phrase("export.thing", "Thing \(number): \(entry.thing.label).")]
  }

  private func target(for place: ExportPlace) throws(Failure) -> any ExportTarget {
    switch place {
    case .folder(let path): return try folderTarget(path)
    case .zip(let path): return try ZipTarget(path, besideStore: store, on: medium)
    case .tar(let descriptor): return TarTarget(descriptor)
    }
  }

  /// The folder `path`, once no other export writes to it.
  private func folderTarget(_ path: String) throws(Failure) -> FolderTarget {
    var (isNew, turn) = (false, nil as FolderTurn?)
    repeat {
      isNew = try FolderTarget.make(path, on: medium)
      turn = FolderTurn(in: path) { progress(.waits(path)) }
    } while turn?.isOf(path) == false
    return try FolderTarget(
      path, isNew: isNew, turn: turn, besideStore: store, on: medium
    ) { beginning throws(Failure) in
      guard isOfStore(beginning) else { return false }
      return try isOfChain(beginning)
    }
  }

  /// What tells whoever gets the export what it is and how to verify it; and what is to be said of it.
  private func guidance(
    beside target: any ExportTarget
  ) -> (entries: [ExportEntry], notes: [Phrase]) {
    var (others, notes) = ([ExportEntry](), [Phrase]())
    for file in verifier.map({ OtherVerifier.files(beside: $0) }) ?? [] {
      if let bytes = bytes(of: file.path) {
        others.append(ExportEntry("\(PieceSource.proof)/\(file.name)", bytes))
      } else {
        notes.append(
          Phrase(
            "export.no-verifier",
            "\(file.path) can't be read, so that the export lacks what verifies it without this program."
          ))
      }
    }
    let readme = ExportReadme.text(
      fingerprint: inventory.key?.fingerprint, verifiers: others.map(\.name))
    var entries = [ExportEntry(ExportReadme.file, Array(readme.utf8))]
    let earlier = target.path(of: ExportReadme.file).flatMap { bytes(of: $0) }
    if !ExportReadme.mayReplace(earlier) { entries = [] }
    return (entries + others, notes)
  }

  /// The bytes of a text that comes with an export; nil where it can't be read.
  private func bytes(of path: String) -> [UInt8]? {
    (try? File.bytes(at: path, limit: OtherVerifier.longest)) ?? nil
  }

  /// Refuses before anything is written what can't fit.
  private func checkRoom(for plan: ExportPlan, at place: ExportPlace) throws(Failure) {
    guard let path = place.path else { return }
    let (needed, free) = (plan.byteCount, try Space(at: path.folder).free)
    guard free < needed else { return }
    throw Failure(
      .store,
      Phrase(
        "export.too-large",
        """
        The export needs \(Figures.bytes(needed)), and there are \(Figures.bytes(free)) free for \(path); \
        nothing was written. Make room there, name another place, or export one thing at a time.
        """), kind: .noRoomThere)
  }

  /// What names, Exif and the rest of a cluster take, for both files of a piece.
  static let fileByteCount = 2 * 32768
  /// Room that the lists take at least, and each record.
  static let (pageByteCount, recordByteCount) = (1 << 20, 1 << 10)
}

extension Piece {
  /// The bytes of its file, and of those beside it.
  var exportByteCount: Int {
    companions.values.reduce(min(byteCount, .max / 8)) { $0 + min($1.byteCount, .max / 8) }
  }
}

extension String {
  /// It, or the folder that it is to be in where it isn't there yet.
  fileprivate var folder: String {
    if access(self, F_OK) == 0 { return self }
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
