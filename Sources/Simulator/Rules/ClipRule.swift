import Core
import Evidence
import Imaging
import VirtualDevices

/// A clip has the frames that were taken from its beginning to its end, each once and in their order, and says how long
/// that is; and what was made durable of it outlives a power cut.
struct ClipRule {
  /// A frame that a clip should have.
  private struct Picture {
    let stamped: Instant
    let jpeg: [UInt8]
  }

  /// Frames of longer ago are remembered by nobody.
  private static let memory = Duration.seconds(6)

  /// What the machine wants to be remembered, and since when it is.
  private var preRoll: PreRoll?
  private var remembered: [Picture] = []
  /// Pictures of the clip under way; nil while none was wanted.
  private var taken: [Picture]?
  /// The presses that may have ended it.
  private var stops: [Instant] = []
  /// Pictures taken after it may not be of the clip; nil: all are.
  private var heldSince: Instant?
  /// The latest edge, of whatever gesture.
  private var latestEdge: Edge?
  private var line = ContactLog()
  /// How many frames were no pictures when they were wanted, until the turn before.
  private var spoiltCount = 0
  /// Whether one was of late: nobody knows then which of them the clip has.
  private var isSpoilt = false
  /// How many of them the store was asked to make durable, and how many it said were.
  private var asked = 0, durable = 0
  /// Durable pictures of clips that came to no end, until a piece has them.
  private var owed: [[[UInt8]]] = []

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .started = step.event { reboot() }
    note(step)
    line.take(step)
    try take(step, evidence)
    if case .camera(.frame(let frame, _)) = step.event, taken == nil, let preRoll,
      frame.stamped >= preRoll.since ?? .zero
    {
      remember(picture(of: frame, step), frame.stamped)
    }
    for case .clip(let effect) in step.effects { take(effect, step) }
  }

  private mutating func note(_ step: Step) {
    let count = step.board.parts.camera.counts.undecodable
    if count > spoiltCount { isSpoilt = true }
    spoiltCount = count
  }

  private mutating func take(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch step.event {
    case .edge(let edge): press(edge)
    case .clip(.flushed): durable = asked
    case .clip(.stored(let piece, let content)): try check(piece, content, step, evidence)
    default: break
    }
  }

  /// What belongs to a gesture that began before the clip does not end it.
  private mutating func press(_ edge: Edge) {
    let isFirst =
      latestEdge.map { $0.direction == .released && edge.stamped - $0.stamped > .milliseconds(500) }
      ?? true
    latestEdge = edge
    guard taken != nil, isFirst, edge.direction == .pressed else { return }
    stops.append(edge.stamped)
  }

  private mutating func take(_ effect: Effect.Clip, _ step: Step) {
    switch effect {
    case .remember(let wanted):
      preRoll = wanted
      remembered.removeAll()
    case .append(let frame):
      if taken == nil { (taken, stops) = (isFresh(remembered, at: frame.stamped), []) }
      guard frame.stamped > taken?.last?.stamped ?? .zero, let jpeg = picture(of: frame, step)
      else { return }
      taken?.append(Picture(stamped: frame.stamped, jpeg: jpeg))
    case .begin(let request):
      (asked, durable) = (0, 0)
      if request.task != nil { taken?.removeAll { $0.stamped < request.planned } }
    case .flush: asked = step.board.clipFrameCount ?? 0
    case .hold(let since): heldSince = since
    case .finish: dropHeld(step)
    case .giveUp: giveUp()
    }
  }

  /// What was taken after a press is not of the clip; after a spike it is.
  private mutating func dropHeld(_ step: Step) {
    guard let heldSince, line.isFinger(heldSince, by: step.now, step.machine.settings) else {
      return
    }
    taken?.removeAll { $0.stamped > heldSince }
  }

  /// What was taken as long before `instant` as is to be remembered.
  private func isFresh(_ pictures: [Picture], at instant: Instant) -> [Picture] {
    guard let newest = pictures.last, let preRoll else { return [] }
    return pictures.filter { newest.stamped - $0.stamped <= preRoll.length }
  }

  private mutating func remember(_ jpeg: [UInt8]?, _ stamped: Instant) {
    guard let jpeg else { return }
    remembered.append(Picture(stamped: stamped, jpeg: jpeg))
    remembered.removeAll { stamped - $0.stamped > ClipRule.memory }
  }

  private mutating func reboot() {
    giveUp()
    remembered.removeAll()
    (preRoll, latestEdge, spoiltCount) = (nil, nil, 0)
  }

  /// What was durable stays so; a clip that had no frame yet leaves alone what is remembered.
  private mutating func giveUp() {
    guard let taken else { return }
    if durable > 0, !isSpoilt { owed.append(taken.prefix(durable).map(\.jpeg)) }
    end()
  }

  private mutating func end() {
    (taken, asked, durable, isSpoilt) = (nil, 0, 0, false)
    heldSince = nil
    remembered.removeAll()
  }

  private mutating func check(
    _ piece: StoredPiece, _ content: ClipContent, _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) {
    guard let taken, let first = taken.first, let last = taken.last else {
      throw Violation(Self.self, "clip \(piece.number) was stored, and nobody recorded it")
    }
    let isSpoilt = isSpoilt
    end()
    if isSpoilt { return }
    // Times in the file are whole microseconds.
    let rest = last.stamped - first.stamped - content.length
    guard content.frameCount == taken.count, rest >= .zero, rest < .microseconds(1) else {
      throw Violation(
        Self.self, "clip \(piece.number) has \(content.frameCount) of \(taken.count) frames")
    }
    let settings = step.machine.settings
    let stop = stops.first { line.isFinger($0, by: step.now, settings) }
    if let stop, last.stamped > stop {
      throw Violation(Self.self, "clip \(piece.number) goes on after the press")
    }
    let row = try evidence.read { archive throws(Failure) in try archive.piece(piece.number) }
    guard let row, evidence.bytes(of: row).holds(taken.map(\.jpeg)) else {
      throw Violation(Self.self, "clip \(piece.number) has not the frames that were taken")
    }
  }

  /// A record that a clip was purged is behind `hole`, and may tell of no piece any more.
  mutating func note(_ hole: Hole) {
    if hole.records.contains(where: { $0.kind == "piece.purged" }) { owed.removeAll() }
  }

  /// What was durable of each clip that came to no end is in a piece, once all faults have ended.
  func checkEnd(_ evidence: EvidenceRule) throws(Violation) {
    guard !owed.isEmpty else { return }
    let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
    // What was purged since may have been it.
    guard !pieces.contains(where: { $0.kind == "clip" && $0.isPurged }) else { return }
    var files: [[UInt8]] = []
    for piece in pieces where piece.kind == "clip" { files.append(evidence.bytes(of: piece)) }
    for pictures in owed where !files.contains(where: { $0.holds(pictures) }) {
      throw Violation(Self.self, "a clip of \(pictures.count) durable frames is in no piece")
    }
  }

  /// The picture of `frame` as the store gets it; nil where the camera sent none.
  private func picture(of frame: Frame, _ step: Step) -> [UInt8]? {
    let camera = step.board.parts.camera
    guard let exposure = camera.exposures.last(where: { $0.frame == frame }) else { return nil }
    let made = try? camera.withPicture(of: exposure) { (bytes, layout) throws(Failure) in
      try? JPEGEncoder.jpeg(of: bytes, layout, quality: VirtualCamera.quality)
    }
    return made ?? nil
  }
}

extension [UInt8] {
  /// Whether all `parts` are in it, one behind the other.
  fileprivate func holds(_ parts: [[UInt8]]) -> Bool {
    var rest = self[...]
    for part in parts {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
