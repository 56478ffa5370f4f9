/// One or more photos asked for at once: every planned instant follows from the first edge.
package struct Series: Hashable, Sendable {
  /// The press or command that asked for it.
  package let origin: Instant
  /// From the origin to the first photo; zero means at once.
  package let countdown: Duration
  /// From one photo to the next.
  package let interval: Duration
  /// How many photos, at least 1.
  package let count: Int
  /// Who asked.
  package let requester: Requester

  /// Whether a program asked, which wants one answer at the end and nothing before.
  package let isAskedByProgram: Bool

  /// Whether each photo is wanted as glyphs too.
  package let hasGlyphs: Bool

  /// A series that begins at `origin`.
  package init(
    origin: Instant, countdown: Duration, interval: Duration, count: Int,
    requester: Requester = .button, isAskedByProgram: Bool = false, hasGlyphs: Bool = false
  ) {
    self.origin = origin
    self.countdown = countdown
    self.interval = interval
    self.count = max(1, count)
    self.requester = requester
    self.isAskedByProgram = isAskedByProgram
    self.hasGlyphs = hasGlyphs
  }

  /// The edge of the button that asked; nil if it was something else.
  package var press: Instant? { requester == .button ? origin : nil }

  /// When photo `index`, counted from 0, is to be taken.
  package func planned(_ index: Int) -> Instant {
    origin + countdown + interval * index
  }

  /// Frames from before this instant are not used; without a countdown the nearest may be older.
  var earliestFrame: Instant { countdown == .zero ? .zero : origin }
}

extension Series {
  /// The countdowns in seconds that can be asked for, on a console or by the configuration.
  package static let countdowns = 0.0...600.0
  /// The intervals in seconds.
  package static let intervals = 0.1...86_400.0
  /// The numbers of photos.
  package static let counts = 1...9999
}

/// One photo of a series, from its deadline to the medium.
package struct Shot: Hashable, Sendable {
  /// Counts the shots of a run; never used again in it.
  package typealias ID = Int

  /// Which shot of this run.
  package let id: ID
  /// The series of the shot.
  package let series: Series
  /// Its place in the series, counted from 0.
  package let index: Int
  /// The frame that was chosen.
  package let frame: Frame
  /// How its picture is seen upright, where that is known.
  package var orientation: Orientation?
  /// The camera that it is taken with, and how that runs.
  package var camera: CameraMode?
  /// Whether a person wants the camera to take little power.
  package var savesPower = false
  /// Number of the thing that was the current one when its series began; nil where nobody knows.
  package var thing: Int?
  /// What frames it, if anything does.
  package var mask: Mask?
  /// How its glyphs are to look, where they are wanted.
  package var glyphs: GlyphStyle?

  /// The shot `id`: photo `index` of `series`, for which `frame` was chosen.
  package init(id: ID, series: Series, index: Int, frame: Frame) {
    self.id = id
    self.series = series
    self.index = index
    self.frame = frame
  }

  /// When it was to be taken.
  package var planned: Instant { series.planned(index) }
  /// When it was taken.
  package var actual: Instant { frame.stamped }
  /// Whether its series ends with it.
  var isLast: Bool { index == series.count - 1 }
}
