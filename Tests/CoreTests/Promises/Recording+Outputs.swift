@testable import Core

/// What a person sees and hears of a recorded run.
extension Recording {
  enum Output { case light, buzzer }

  /// A time in which an output stayed as it was; its milliseconds are negative where that was off.
  struct Stretch {
    let from: Instant
    let milliseconds: Int
    var isOn: Bool { milliseconds > 0 }
  }

  /// How often within one second the light came on, where that was most often.
  var mostFlashesInASecond: Int {
    let flashes = flashes
    return flashes.map { start in
      flashes.filter { start <= $0 && $0 < start + .seconds(1) }.count
    }.max() ?? 0
  }

  /// When the light came on.
  var flashes: [Instant] {
    stretches(of: .light, from: 0, to: 1e6).filter(\.isOn).map(\.from)
  }

  /// When `output` began to show `marks`, given as lengths in milliseconds of on and, negative, off.
  func showings(of marks: [Int], by output: Output) -> [Instant] {
    let all = withoutAnswers(stretches(of: output, from: 0, to: 1e6))
    return all.indices.dropLast(marks.count - 1).filter { index in
      zip(marks, all[index...]).allSatisfy { abs($0 - $1.milliseconds) <= 2 }
    }.map { all[$0].from }
  }

  /// Whether `output` began to show `marks` between `start` and `end` seconds.
  func shows(_ marks: [Int], by output: Output, from start: Double, to end: Double) -> Bool {
    showings(of: marks, by: output).contains { $0 >= .at(start) && $0 < .at(end) }
  }

  /// What `output` did from `start` to `end`; changes that nobody could see are left out.
  func stretches(of output: Output, from start: Double, to end: Double) -> [Stretch] {
    var stretches: [Stretch] = []
    var (isOn, since) = (state(of: output, at: .at(start)), Instant.at(start))
    func close(at instant: Instant) {
      let milliseconds = Int(((instant - since).nanoseconds + 500_000) / 1_000_000)
      if milliseconds > 0 {
        stretches.append(Stretch(from: since, milliseconds: isOn ? milliseconds : -milliseconds))
      }
      since = instant
    }
    for entry in entries where entry.at > .at(start) && entry.at < .at(end) {
      guard let on = output.isOn(after: entry.effect), on != isOn else { continue }
      close(at: entry.at)
      isOn = on
    }
    close(at: .at(end))
    return merged(stretches)
  }

  /// What is left when the answers to presses, 30 ms of the other, are taken out of what they interrupted.
  private func withoutAnswers(_ stretches: [Stretch]) -> [Stretch] {
    merged(
      stretches.map { stretch in
        abs(stretch.milliseconds) == 30
          ? Stretch(from: stretch.from, milliseconds: -stretch.milliseconds) : stretch
      })
  }

  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    stretches.reduce(into: []) { merged, next in
      guard let last = merged.last, last.isOn == next.isOn else { return merged.append(next) }
      let milliseconds = last.milliseconds + next.milliseconds
      merged[merged.count - 1] = Stretch(from: last.from, milliseconds: milliseconds)
    }
  }

  private func state(of output: Output, at instant: Instant) -> Bool {
    entries.last { $0.at <= instant && output.isOn(after: $0.effect) != nil }
      .flatMap { output.isOn(after: $0.effect) } ?? false
  }
}

extension Recording.Output {
  /// What `effect` made of the output; nil if it was not meant for it.
  fileprivate func isOn(after effect: Effect) -> Bool? {
    switch (self, effect) {
    case (.light, .output(.light(let on))), (.buzzer, .output(.buzzer(let on))): on
    default: nil
    }
  }
}

extension [Int] {
  /// Refused: – – –.
  static let refusedSign = [500, -200, 500, -200, 500]
  /// Cancelled: · · ·.
  static let cancelledSign = [80, -200, 80, -200, 80]
  /// Ready: · –.
  static let readySound = [80, -200, 500]
}

/// What a person is told, and what becomes of the camera.
extension Recording {
  /// What was announced at which instant.
  var announcements: [(at: Instant, phrase: Phrase)] {
    entries.compactMap { entry in
      guard case .console(.announce(let phrase, _)) = entry.effect else { return nil }
      return (entry.at, phrase)
    }
  }
  /// Why photos failed, in the words of the announcement.
  var reasons: [String] {
    announcements.filter { $0.phrase.key == "photo.failed" }.flatMap(\.phrase.values).map {
      $0.text(in: .english)
    }
  }
  /// When the camera was opened.
  var openings: [Instant] { times(of: .device(.open(.camera))) }
  /// When the camera was closed.
  var closings: [Instant] { times(of: .device(.close(.camera))) }
  /// When photos were handed to the store.
  var storings: [Instant] {
    entries.compactMap { if case .photo(.store) = $0.effect { $0.at } else { nil } }
  }
}
