import ArgumentParser
import Core
import Export
import Glibc
import System

/// Whether a command tells how far it is.
struct ProgressOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Don't tell how far it is.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Tell how far it is though standard error is no terminal.")
  var verbose = false

  /// The line in which it is told; --quiet is the stronger.
  var line: ProgressLine {
    quiet ? ProgressLine(isTold: false) : verbose ? ProgressLine(isTold: true) : ProgressLine()
  }
}

/// Progress of a command as lines on standard error: one at once, then one a second at most.
struct ProgressLine {
  private let isTold: Bool
  private var toldAt: time_t?

  /// Tells it if `isTold`; unless that is said, where standard error is a terminal.
  init(isTold: Bool = isatty(STDERR_FILENO) == 1) { self.isTold = isTold }

  /// Says `phrase` where a line is due.
  mutating func tell(_ phrase: @autoclosure () -> Phrase) {
    let now = time(nil)
    guard isTold, toldAt.map({ now > $0 }) ?? true else { return }
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
  private var line: ProgressLine

  init(_ line: ProgressLine = ProgressLine()) { self.line = line }

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
