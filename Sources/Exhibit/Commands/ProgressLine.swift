import Core
import Export
import Glibc
import System

/// Progress of an export as lines on a terminal's standard error, one a second at most; of a wait for another export on
/// any standard error.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var told = time(nil)

  func tell(_ progress: ExportProgress) {
    let now = time(nil)
    let isWaiting = if case .waits = progress { true } else { false }
    guard isWaiting || isTerminal && now > told else { return }
    told = now
    let phrase: Phrase =
      switch progress {
      case .waits(let folder):
        Phrase(
          "export.waits",
          "Another export writes to \(folder); this one goes on as soon as that is over.")
      case .wrote(let count, let all): Phrase("export.wrote", "Pieces written: \(count) of \(all).")
      case .readBack(let count, let all):
        Phrase("export.read-back", "Files read back: \(count) of \(all).")
      }
    // A terminal that is gone has nobody who waits.
    try? StandardOutput.write(phrase.told, to: STDERR_FILENO)
  }
}
