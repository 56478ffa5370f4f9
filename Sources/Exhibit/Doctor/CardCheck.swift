import Core

/// Whether the medium makes photos durable in good time.
struct CardCheck {
  /// Up to here nobody notices.
  static let quick = Duration.milliseconds(150)
  /// From here on a series waits for the medium, and its photos pile up in memory.
  static let bearable = Duration.milliseconds(1500)

  /// How long each flush took, the shortest first; at least one.
  let flushes: [Duration]

  var finding: Finding {
    Finding("card", verdict, sentence, fix: verdict == .good ? nil : .doctorFitCard)
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
    case .good: .doctorCardQuick(median, slowest)
    case .warning: .doctorCardSlow(median, slowest)
    case .bad: .doctorCardTooSlow(median, slowest)
    }
  }

  private static func milliseconds(_ time: Duration) -> String {
    Figures.brief(Double(time.nanoseconds / 10_000) / 100)
  }
}

extension Phrase {
  static func doctorCardQuick(_ median: String, _ slowest: String) -> Phrase {
    Phrase(
      "doctor.card.quick",
      """
      The store's medium is quick: a photo's bytes are safe in {1} ms, at the slowest in {2} \
      ms.
      """, median, slowest)
  }

  static func doctorCardSlow(_ median: String, _ slowest: String) -> Phrase {
    Phrase(
      "doctor.card.slow",
      """
      The store's medium is slow: a photo's bytes are safe in {1} ms, at the slowest in {2} \
      ms, and each photo needs more flushes than that one.
      """, median, slowest)
  }

  static func doctorCardTooSlow(_ median: String, _ slowest: String) -> Phrase {
    Phrase(
      "doctor.card.too-slow",
      """
      The store's medium is too slow: a photo's bytes are safe in {1} ms only, at the slowest \
      in {2} ms.
      """, median, slowest)
  }

  static let doctorFitCard = Phrase(
    "doctor.card.fit",
    """
    fit a card of the application class A1 or A2, and look whether another program is \
    writing much.
    """)
}
