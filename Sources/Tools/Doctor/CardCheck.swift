import Core
import Drivers
import Glibc
import System

/// Whether the medium makes photos durable in good time.
struct CardCheck {
  /// Up to here nobody notices.
  static let quick = Duration.milliseconds(150)
  /// From here on a series waits for the medium, and its photos pile up in memory.
  private static let bearable = Duration.milliseconds(1500)

  /// How long each flush took, the shortest first; at least one.
  let flushes: [Duration]

  var finding: Finding {
    Finding(
      "card", verdict, sentence,
      fix: verdict == .good
        ? nil
        : Phrase(
          "doctor.card.fit",
          "fit a card of the application class A1 or A2, and look whether another program is writing much."
        ))
  }

  /// The one in the middle; of two, the longer.
  var median: Duration { flushes.isEmpty ? .zero : flushes[flushes.count / 2] }

  private var verdict: Finding.Verdict {
    if median <= CardCheck.quick { return .good }
    return median <= CardCheck.bearable ? .warning : .bad
  }

  private var sentence: Phrase {
    let median = CardCheck.milliseconds(median)
    let slowest = CardCheck.milliseconds(flushes.last ?? .zero)
    return switch verdict {
    case .good:
      Phrase(
        "doctor.card.quick",
        "The store's medium is quick: a photo's bytes are safe in \(median) ms, at the slowest in \(slowest) ms."
      )
    case .warning:
      Phrase(
        "doctor.card.slow",
        """
        The store's medium is slow: a photo's bytes are safe in \(median) ms, at the slowest in \(slowest) ms, \
        and each photo needs more flushes than that one.
        """)
    case .bad:
      Phrase(
        "doctor.card.too-slow",
        """
        The store's medium is too slow: a photo's bytes are safe in \(median) ms only, at the slowest in \
        \(slowest) ms.
        """)
    }
  }

  private static func milliseconds(_ time: Duration) -> Figure {
    Figures.brief(Double(time.nanoseconds / 10_000) / 100)
  }
}

/// How long a medium takes to make a photo durable, tried with a file that has no name any more.
enum CardTrial {
  /// About the size of a photo.
  static let byteCount = 256 * 1024
  /// More photos than that say no more.
  static let roundCount = 5
  /// No further round begins after this time.
  static let patience = Duration.seconds(10)

  /// How long each flush took in `folder`, the shortest first.
  ///
  /// Blocks on the medium. The file is gone at the end, whichever way that comes.
  static func flushes(in folder: String) throws(SystemError) -> [Duration] {
    let file = try namelessFile(in: folder)
    let end = Clock.now + patience
    var flushes: [Duration] = []
    repeat {
      flushes.append(try flush(to: file))
    } while flushes.count < roundCount && Clock.now < end
    return flushes.sorted()
  }

  private static func namelessFile(in folder: String) throws(SystemError) -> FileDescriptor {
    let path = "\(folder)/.doctor-\(getpid())"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    unlink(path)
    return file
  }

  private static func flush(to file: borrowing FileDescriptor) throws(SystemError) -> Duration {
    let start = Clock.now
    try write(to: file)
    let descriptor = file.number
    try SystemError.check("fsync") { fsync(descriptor) }
    return Clock.now - start
  }

  private static func write(to file: borrowing FileDescriptor) throws(SystemError) {
    // Nothing that a card could store as a run of zeros.
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try file.writeAll(UnsafeRawBufferPointer(buffer))
  }
}
