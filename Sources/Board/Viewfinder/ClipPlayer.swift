import Core
import Evidence

/// The clip under review on a screen: its stills at their own times, over and over, or the one that somebody has chosen.
///
/// At most four stills a second are read, and made a `Picture` of; what lies between is left out.
package struct ClipPlayer<Picture> {
  /// What is to be shown.
  package struct Subject: Equatable {
    /// Number of the piece, which need not be a clip.
    package let piece: Int
    /// The still that somebody has chosen; nil plays the clip.
    package let still: Int?

    /// The piece, and the still that somebody has chosen of it.
    package init(piece: Int, still: Int?) {
      (self.piece, self.still) = (piece, still)
    }
  }

  /// A still that is shown.
  package struct Shown {
    /// What was made of it.
    package let picture: Picture
    /// Which it is.
    package let place: Phrase

    /// The still at `place`.
    package init(picture: Picture, place: Phrase) {
      (self.picture, self.place) = (picture, place)
    }
  }

  /// From one still to the next at least.
  private static var period: Duration { .milliseconds(250) }
  /// The last still stays so long before the clip begins anew.
  private static var rest: Duration { .seconds(1) }
  /// So much of a clip's file is looked through before a still is chosen.
  private static var elements: Int { 128 }

  /// The still that is shown; nil where there is none.
  package private(set) var shown: Shown?
  private var subject: Subject?
  /// What somebody has seen enough of.
  private var dismissed: Subject?
  private var clip: ClipInView?
  private var startedAt = Instant.zero
  private var nextAt = Instant.zero
  private var number = 0

  /// A player that shows nothing.
  package init() {}

  /// Whether `subject` is something else than what is shown.
  package func isNews(_ subject: Subject?) -> Bool { subject != self.subject }

  /// Shows `subject` from `now` on, which is `clip`; nil where it is none.
  package mutating func show(_ subject: Subject?, _ clip: ClipInView?, at now: Instant) {
    if subject != dismissed { dismissed = nil }
    (self.subject, shown, number) = (subject, nil, 0)
    (startedAt, nextAt) = (now, now)
    self.clip = dismissed == nil ? clip : nil
  }

  /// Somebody has seen enough: it is shown again when it is chosen again.
  package mutating func dismiss() {
    (dismissed, clip, shown) = (subject, nil, nil)
  }

  /// Somebody has chosen again, perhaps what they had seen enough of.
  package mutating func recall() {
    guard dismissed != nil else { return }
    (dismissed, subject) = (nil, nil)
  }

  /// Whether it goes on by itself.
  package var isPlaying: Bool { clip != nil && subject?.still == nil }

  /// The still that is shown is to be made a picture of once more.
  package mutating func redraw() { (number, nextAt) = (0, .zero) }

  /// Takes the still that is due at `now`: one read at most, of which `decode` makes a picture.
  package mutating func advance(
    at now: Instant, _ decode: (UnsafeRawBufferPointer) -> Picture?
  ) {
    guard let clip, nextAt <= now else { return }
    nextAt = now + ClipPlayer.period
    do throws(Failure) {
      try clip.advance(elements: ClipPlayer.elements)
      let number = try dueNumber(of: clip, at: now)
      if let number, number != self.number { try take(number, of: clip, decode) }
    } catch {
      (self.clip, shown) = (nil, nil)
    }
  }

  private mutating func dueNumber(of clip: ClipInView, at now: Instant) throws(Failure) -> Int? {
    if let still = subject?.still { return still <= clip.count ? still : nil }
    if clip.isComplete, now - startedAt > clip.length + ClipPlayer.rest { startedAt = now }
    return try clip.number(at: now - startedAt)
  }

  /// A still that is damaged, or can't be decoded, leaves the one before in its place.
  private mutating func take(
    _ number: Int, of clip: ClipInView, _ decode: (UnsafeRawBufferPointer) -> Picture?
  ) throws(Failure) {
    self.number = number
    let picture = try clip.withPicture(number, decode)
    guard let picture = picture ?? nil else { return }
    shown = Shown(picture: picture, place: try clip.place(of: number))
  }
}
