@testable import Core

/// What a run wanted done to clips.
extension Recording {
  /// The clips whose files the store was asked to make, each try of them.
  var begun: [ClipRequest] {
    effects.compactMap { if case .clip(.begin(let request)) = $0 { request } else { nil } }
  }
  /// The stamps of the frames that clips got.
  var appended: [Instant] {
    effects.compactMap { if case .clip(.append(let frame)) = $0 { frame.stamped } else { nil } }
  }
  /// When the store was asked to finish a clip, each try.
  var finished: [Instant] { times(of: .clip(.finish)) }
  /// How often clips were given up.
  var clipsGivenUp: Int { effects.filter { $0 == .clip(.giveUp) }.count }
  /// What was to be remembered, one after the other.
  var remembered: [PreRoll?] {
    effects.compactMap {
      if case .clip(.remember(let preRoll)) = $0 { .some(preRoll) } else { nil }
    }
  }
}
