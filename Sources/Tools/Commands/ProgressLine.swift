import Core
import Export
import Glibc
import System

/// Progress of a command as lines on a terminal's standard error: one at once, then one a second at most.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var toldAt: time_t?

  /// Says `phrase` where a line is due.
  mutating func tell(_ phrase: @autoclosure () -> Phrase) {
    let now = time(nil)
    guard isTerminal, toldAt.map({ now > $0 }) ?? true else { return }
    toldAt = now
    ProgressLine.say(phrase())
  }

  /// A terminal that is gone has nobody who waits.
  fileprivate static func say(_ phrase: Phrase) {
    try? StandardOutput.write(phrase.told, to: STDERR_FILENO)
  }
}

/// Progress of an export; that it waits for another is said on any standard error.
final class ExportProgressLine {
  private var line = ProgressLine()

  func tell(_ progress: ExportProgress) {
    switch progress {
    case .waits(let folder):
      ProgressLine.say(
        Phrase(
          "export.waits",
          "Another export writes to \(folder); this one goes on as soon as that is over."))
    case .wrote(let count, let all):
      line.tell(Phrase("export.wrote", "Pieces written: \(count) of \(all)."))
    case .readBack(let count, let all):
      line.tell(Phrase("export.read-back", "Files read back: \(count) of \(all)."))
    }
  }
}
