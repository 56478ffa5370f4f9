import Core
import Evidence
import Imaging

/// The clip under review on the demo's screen: its stills at their own times, over and over, or the one that somebody
/// has chosen.
///
/// At most four stills a second are read and decoded, at an eighth of their size; what lies between is left out.
struct ClipPlayer {
  /// What is to be shown.
  struct Subject: Equatable {
    /// Number of the piece, which need not be a clip.
    let piece: Int
    /// The still that somebody has chosen; nil plays the clip.
    let still: Int?
  }

  /// A still that is shown.
  struct Shown {
    let picture: Thumbnail
    /// Which it is.
    let place: Phrase
  }

  /// From one still to the next at least.
  static let period = Duration.milliseconds(250)
  /// The last still stays so long before the clip begins anew.
  static let rest = Duration.seconds(1)
  /// So much of a clip's file is looked through before a still is chosen.
  private static let elements = 128

  /// The still that is shown; nil where there is none.
  private(set) var shown: Shown?
  private var subject: Subject?
  /// What somebody has seen enough of.
  private var dismissed: Subject?
  private var clip: ClipInView?
  private var startedAt = Instant.zero
  private var nextAt = Instant.zero
  private var number = 0

  /// Whether `subject` is something else than what is shown.
  func isNews(_ subject: Subject?) -> Bool { subject != self.subject }

  /// Shows `subject` from `now` on, which is `clip`; nil where it is none.
  mutating func show(_ subject: Subject?, _ clip: ClipInView?, at now: Instant) {
    if subject != dismissed { dismissed = nil }
    (self.subject, shown, number) = (subject, nil, 0)
    (startedAt, nextAt) = (now, now)
    self.clip = dismissed == nil ? clip : nil
  }

  /// Somebody has seen enough: it is shown again when it is chosen again.
  mutating func dismiss() {
    (dismissed, clip, shown) = (subject, nil, nil)
  }

  /// Somebody has chosen again, perhaps what they had seen enough of.
  mutating func recall() {
    guard dismissed != nil else { return }
    (dismissed, subject) = (nil, nil)
  }

  /// Takes the still that is due at `now`: one read and one decoding at most.
  mutating func advance(at now: Instant) {
    guard let clip, nextAt <= now else { return }
    nextAt = now + ClipPlayer.period
    do throws(Failure) {
      try clip.advance(elements: ClipPlayer.elements)
      let number = try dueNumber(of: clip, at: now)
      if let number, number != self.number { try take(number, of: clip) }
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
  private mutating func take(_ number: Int, of clip: ClipInView) throws(Failure) {
    self.number = number
    let picture = try clip.withPicture(number) { jpeg in
      try? Thumbnailer.thumbnail(ofPicture: jpeg)
    }
    guard let picture = picture ?? nil else { return }
    shown = Shown(picture: picture, place: try clip.place(of: number))
  }
}
