/// What is drawn on a console beside the picture itself, and how.
///
/// It has facts only; where they stand and what they look like is up to whoever draws them.
package struct ViewfinderScene: Hashable, Sendable {
  /// Bytes that any part of it needs: where a terminal has so much room, at least one is drawn.
  package static let leastFrame = 128

  /// What stands in the picture's place.
  package enum Subject: Hashable, Sendable {
    /// The camera's newest picture.
    case live
    /// Nothing new: these sentences say why, over the latest picture, which is dimmed.
    case card([Phrase])
    /// This piece, or one still of a clip, in a frame over the camera's picture.
    case piece(Piece)
  }

  /// A piece that somebody looks at.
  package struct Piece: Hashable, Sendable {
    /// Its number.
    package let number: Int
    /// Which still of a clip; nil: the clip plays.
    package let still: Int?

    /// The piece, or one still of it.
    package init(_ number: Int, still: Int?) {
      (self.number, self.still) = (number, still)
    }
  }

  /// What the camera's picture is compared with.
  package enum Comparison: Hashable, Sendable {
    /// The photo of this number, in a window of which it stands.
    case photo(Int)
    /// The thing has none yet.
    case nothing
  }

  /// What is seen.
  package var subject: Subject
  /// What the camera's picture is compared with; nil where it stands alone.
  package var comparison: Comparison?
  /// How the camera's pictures are seen upright; nil where nobody knows how it is mounted.
  package var orientation: Orientation?
  /// What it is drawn with.
  package var style: GlyphStyle
  /// Whole seconds until the next photo, rounded up; nil while none is counted down to.
  package var countdown: Int?
  /// Whether the board's light is lit.
  package var isLit: Bool
  /// By how many degrees the picture leans to the left, negative to the right; nil where nobody knows.
  package var leaning: Int?
  /// What frames a document, if anything does.
  package var mask: Mask?
  /// Around which part of the upright picture something moves; nil where nothing does, or nobody wants to see it.
  package var spotlight: PictureFacts.Movement?
  /// The state in one sentence.
  package var state: Phrase
  /// What is to be captured next; nil where nothing is, or nobody knows.
  package var wish: Phrase?
}

/// What is seen.
extension Machine {
  /// What `session` sees now.
  func scene(for session: SessionID) -> ViewfinderScene {
    var style = own.style
    style.zoom = viewfinder.zoom
    return ViewfinderScene(
      subject: subject(for: session), comparison: comparison, orientation: orientation,
      style: style, countdown: shutter.promised.flatMap { secondsUntil($0) },
      isLit: indicator.light, leaning: leaning, mask: framing.mask, spotlight: spotlight,
      state: summary.sentence, wish: mirror.facts?.checklist.turn(at: now))
  }

  /// A piece until the button is pressed, else what the camera sees.
  private func subject(for session: SessionID) -> ViewfinderScene.Subject {
    if shutter.series == nil, !recorder.isRecording, let (number, still) = lookedAt(by: session) {
      return .piece(ViewfinderScene.Piece(number, still: still))
    }
    return published.capture == .running ? .live : .card(card)
  }

  /// How the board leans, as it is seen in the picture.
  private var leaning: Int? {
    let facing = capture.mode?.mounting?.facing ?? .environment
    guard let sample = accelerometer.acceleration,
      case .leaning(let degrees)? = Tilt(sample, facing)
    else { return nil }
    return orientation?.isMirrored ?? false ? -degrees : degrees
  }

  /// Why there is no picture.
  private var card: [Phrase] {
    if published.capture == .paused(.idle), let latest = movement.latest {
      return [.pausedIdle((now - latest.at).inWords)]
    }
    guard let failure = capture.failure else { return [.statusCapture(published.capture.word)] }
    return [.statusCapture(published.capture.word), failure.phrase]
  }

  /// Whole seconds, rounded up; nil for an instant that has come.
  private func secondsUntil(_ instant: Instant) -> Int? {
    guard instant > now else { return nil }
    let (seconds, rest) = (instant - now).components
    return Int(seconds) + (rest > 0 ? 1 : 0)
  }
}
