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
}

extension RedactedCopy.File {
  fileprivate init(of bytes: [UInt8]) {
    self.init(sha256: Digest.of(bytes), byteCount: bytes.count)
  }
}
