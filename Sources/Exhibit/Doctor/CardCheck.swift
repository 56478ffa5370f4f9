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
    let sentence = Phrase(
      key, CardCheck.milliseconds(median), CardCheck.milliseconds(flushes.last ?? .zero))
    return Finding("card", verdict, sentence, fix: verdict == .good ? nil : Phrase(.doctorFitCard))
  }

  /// The one in the middle; of two, the longer.
  var median: Duration { flushes.isEmpty ? .zero : flushes[flushes.count / 2] }

  private var verdict: Finding.Verdict {
    if median <= CardCheck.quick { return .good }
    return median <= CardCheck.bearable ? .warning : .bad
  }

  private var key: Phrase.Key {
    switch verdict {
    case .good: .doctorCardQuick
    case .warning: .doctorCardSlow
    case .bad: .doctorCardTooSlow
    }
  }

  private static func milliseconds(_ time: Duration) -> String {
    Figures.brief(Double(time.nanoseconds / 10_000) / 100)
  }
}
