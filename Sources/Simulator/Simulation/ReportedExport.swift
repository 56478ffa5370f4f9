import Core
import Evidence
import VirtualDevices

/// What a program says of copies that it has read back: the truth, or something else.
enum ReportedExport: Hashable {
  case truth
  /// One of the copies has other bytes.
  case otherBytes
  /// The digest is that of other pieces.
  case otherPieces
  /// One piece more than were read.
  case onePieceMore

  /// Each as often as it is here; the truth is what leads on.
  static let some: [ReportedExport] = [.truth, .truth, .otherBytes, .otherPieces, .onePieceMore]

  /// The line that says so of pieces with `digests`, which are not none.
  func line(_ digests: [Int: String]) -> String {
    let newest = digests.keys.max() ?? 0
    var (told, read) = (digests, digests)
    switch self {
    case .truth: break
    case .otherBytes: read[newest] = Digest.of("something else")
    case .otherPieces: read[newest] = nil
    case .onePieceMore: told[newest + 1] = read[newest]
    }
    let numbers = told.keys.sorted().map { "\($0)" }.joined(separator: " ")
    return "exported \(numbers) --sha256 \(ReadBackPieces(read).sha256)"
  }
}

extension SimulatedSurroundings {
  /// Has a program look into the store and report, if it can be read.
  mutating func reportExport(_ report: ReportedExport, at parts: inout VirtualParts) {
    guard !medium.isPulled, !isLocked,
      let pieces = try? Archive(directory: medium.store).pieces().filter({ !$0.isPurged }),
      !pieces.isEmpty
    else { return }
    type(
      report.line(Dictionary(uniqueKeysWithValues: pieces.map { ($0.number, $0.sha256) })),
      at: &parts)
  }
}
