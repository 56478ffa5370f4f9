@testable import Core

/// What has to be true of every run, whatever happened in it; each rule tells what broke it.
extension Recording {
  /// Light never comes on more than three times within a second.
  var brokenFlashLimit: String? {
    mostFlashesInASecond > 3 ? "\(mostFlashesInASecond) flashes in a second" : nil
  }

  /// Every photo that was told as counted down to is stored, fails with a cause, or is cancelled.
  var brokenPromise: String? {
    let unkept = promises.filter { !$0.isCancelled && $0.isOver(at: settled) }.compactMap {
      promise -> String? in
      let stored = Set(durable.filter(promise.includes).map(\.index)).count
      let failed = announcements.filter {
        $0.phrase.key == "photo.failed" && $0.at >= promise.madeAt
      }.count
      let missing = promise.count - stored - failed
      return missing > 0 ? "\(missing) of \(promise.count) promised at \(promise.madeAt)" : nil
    }
    return unkept.first
  }

  /// "No frame" is said only of a camera that should have delivered while somebody listened.
  var brokenTruth: String? {
    let blamed = announcements.filter {
      $0.phrase.key == "photo.failed" && $0.phrase.values == [.phrase(.noFrame)]
    }.map(\.at)
    let lie = blamed.first { instant in
      wasAway(before: instant)
        || openings.last { $0 < instant } ?? .at(0)
          < closings.last { $0 < instant } ?? .at(0)
    }
    return lie.map { "the camera is blamed at \($0)" }
  }

  /// A pause that was told as a person's ends by a person.
  var brokenPause: String? {
    let broken = openings.first { opening in
      guard
        let pause = announcements.last(where: {
          $0.phrase.key == "capture.paused.manual" && $0.at < opening
        })
      else { return false }
      return !acts.contains { $0 >= pause.at && $0 <= opening }
    }
    return broken.map { "the camera is opened at \($0)" }
  }

  /// A photo that failed is shown by – – – within 10 s, or by a fault; in a quick series after it.
  var brokenShowing: String? {
    let shown = showings(of: .refusedSign, by: .light)
    let unseen = announcements.filter { $0.phrase.key == "photo.failed" }.map(\.at).first {
      instant in
      let latest = quickEnd(after: instant) + .seconds(10) + world.flush * 4
      return latest < settled && !shown.contains { $0 >= instant && $0 <= latest }
    }
    return unseen.map { "the failure of \($0) is not seen" }
  }
}

extension Recording {
  /// Photos that people were told of.
  private struct Promise {
    let madeAt: Instant
    let count: Int
    /// When the first is due, to a tenth of a second.
    let first: Instant
    let isCancelled: Bool
    /// The series whose photos it is about, as far as one is known of it.
    let series: Series?

    func includes(_ shot: Shot) -> Bool { shot.series == series }

    /// Whether its last photo has been stored or given up by `instant`.
    func isOver(at instant: Instant) -> Bool {
      let last = series.map { $0.planned($0.count - 1) }
      return last.map { $0 + .seconds(7) < instant } ?? false
        || series == nil && first + .seconds(7) < instant && count == 1
    }
  }

  private var promises: [Promise] {
    let ends = announcements.filter { $0.phrase.key.endsASeries }.map(\.at)
    let told = announcements.filter { $0.phrase.key.hasPrefix("shutter.counting") }
    return told.enumerated().map { index, promise in
      let next = told.indices.contains(index + 1) ? told[index + 1].at : end
      let left = Double(promise.phrase.values[0].text(in: .english)) ?? 0
      let first = promise.at + .seconds(left)
      let series = kept.map(\.series).last {
        $0.origin <= promise.at && ($0.planned(0) - first).magnitude < .milliseconds(100)
          || left == 0 && $0.origin <= promise.at && $0.planned(0) + .seconds(6) > promise.at
      }
      return Promise(
        madeAt: promise.at,
        count: promise.phrase.values.count == 1
          ? 1 : Int(promise.phrase.values[1].text(in: .english)) ?? 0,
        first: first,
        isCancelled: ends.contains { promise.at <= $0 && $0 <= next }, series: series)
    }
  }

  /// Whether a flush kept the loop from seeing what came in the 5 s before `instant`.
  private func wasAway(before instant: Instant) -> Bool {
    world.flush >= .seconds(1)
      && storings.contains { $0 < instant && $0 + world.flush + .seconds(5) > instant }
  }

  /// The shots that became durable.
  private var durable: [Shot] { stored.filter { !world.unstored.contains($0.id) } }

  private var end: Instant { entries.last?.at ?? .at(0) }

  /// What happened before it had time to come to its end.
  private var settled: Instant { end - world.flush * 4 }

  /// `instant`, or the last photo of the series then under way whose photos leave no time for a sign.
  private func quickEnd(after instant: Instant) -> Instant {
    let series = kept.map(\.series).last { $0.origin <= instant && $0.interval < .seconds(4) }
    return max(instant, series.map { $0.planned($0.count - 1) + .seconds(5) } ?? instant)
  }
}

extension String {
  /// Whether it tells that no more photos of the series under way will come.
  fileprivate var endsASeries: Bool {
    [
      "shutter.cancelled", "heat.too-hot", "storage.low", "machine.shutdown-by-button",
      "machine.shutdown-by-console", "machine.stopping",
    ]
    .contains(self)
  }
}
