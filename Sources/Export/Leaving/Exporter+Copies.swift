import Core
import Evidence

/// Copies in which faces are blank: each has its record before any of it leaves.
extension Exporter {
  /// So many are made and recorded at once.
  private static let mostAtOnce = 100

  /// This exporter once all copies that `choice` needs are recorded, as far as that could be done, and what could not.
  ///
  /// Blocks for as long as making them takes.
  func withCopies(
    of choice: ExportChoice, beside target: any ExportTarget
  ) throws(Failure) -> (exporter: Exporter, problems: [Phrase]) {
    var (batch, problems, isAnyRecorded) = ([RedactedCopy](), [Phrase](), false)
    try inventory.eachItem { item throws(Failure) in
      guard item.absence == nil, ExportPlan.isMeant(item, choice, beside: target),
        case .wantsRecord(let areas) = try leaving.form(of: item)
      else { return }
      do throws(Failure) { batch.append(try copy(of: item, areas)) } catch {
        problems.append(error.phrase)
      }
      if batch.count >= Exporter.mostAtOnce {
        isAnyRecorded = true
        record(&batch, &problems)
      }
    }
    if batch.isEmpty, !isAnyRecorded { return (self, problems) }
    record(&batch, &problems)
    return (try readAnew(), problems)
  }

  private func copy(
    of item: Inventory.Item, _ areas: [PixelArea]
  ) throws(Failure) -> RedactedCopy {
    let piece = item.piece
    let files = try CopyMaker(store: store)
      .files(of: piece.number, BlankFaces(areas, of: piece))
    return RedactedCopy(
      of: piece.number, piece.sha256, faces: try inventory.facesRecord(of: piece.number) ?? 0,
      picture: RedactedCopy.File(of: files.picture),
      crop: files.crop.map { RedactedCopy.File(of: $0) })
  }

  /// Has `batch` recorded; what is not stays here.
  private func record(_ batch: inout [RedactedCopy], _ problems: inout [Phrase]) {
    if batch.isEmpty { return }
    let numbers = batch.map(\.number).inWords
    do throws(Failure) {
      guard let recorder else { throw Failure(.store, .exportUnconfirmed) }
      try recorder(.copies(batch))
    } catch {
      problems.append(
        Phrase(
          "copy.unrecorded",
          "Not all copies without faces are recorded, and what is not stays here, of \(numbers): \(error.phrase)"
        ))
    }
    batch = []
  }

  /// Takes copies in which faces are blank out of an earlier export, where they don't leave any more.
  func withdraw(from target: any ExportTarget) throws(Failure) {
    let folder = "\(PieceSource.proof)/\(RedactedCopy.folder)"
    guard target.isFolder, !target.earlierNames(in: folder).isEmpty else { return }
    var withdrawal = Withdrawal(from: target, names(beside: target))
    try inventory.eachItem { item throws(Failure) in
      try withdrawal.withdraw(item, leavingAs: try leaving.form(of: item))
    }
  }
}

extension RedactedCopy.File {
  fileprivate init(of bytes: [UInt8]) {
    self.init(sha256: Digest.of(bytes), byteCount: bytes.count)
  }
}

/// Takes copies in which faces are blank out of the folder of an earlier export, where they don't leave any more: the picture
/// itself does, or nothing of it.
///
/// Originals stay wherever they are.
private struct Withdrawal {
  private let target: any ExportTarget
  private var names: ExportNames

  /// One from `target`, where an earlier export has given its copies these `names`.
  init(from target: any ExportTarget, _ names: ExportNames) {
    (self.target, self.names) = (target, names)
  }

  /// Takes out the copy that is there of `item`, which leaves as `form` has it.
  mutating func withdraw(_ item: Inventory.Item, leavingAs form: Leaving.Form) throws(Failure) {
    if case .leaves(let leaving) = form, leaving.blank != nil { return }
    let kinds: [Companion?] = [nil, .crop]
    let made = kinds.map {
      "\(PieceSource.proof)/\(RedactedCopy.file(of: item.piece.number, $0))"
    }
    // One whose piece is gone from the store is the last.
    guard !item.piece.isPurged, made.contains(where: { target.earlierByteCount(of: $0) != nil })
    else { return }
    let (name, earlier) = try names.copy(item)
    for copy in [name, earlier].compactMap({ $0 }) {
      try target.remove(copy)
      try target.remove(ExportNames.companion(.crop, ofCopy: copy))
    }
    for file in made { try target.remove(file) }
  }
}
