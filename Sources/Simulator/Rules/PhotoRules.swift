import Core
import Evidence
import Imaging
import VirtualDevices

/// A photo is the picture of the frame that was asked for, and says when that was taken.
struct PhotoRule {
  /// A photo that should be stored.
  private struct Expectation {
    let shot: Shot
    /// The digest that its picture must have.
    let sha256: String
  }

  private var expected: [Shot.ID: Expectation] = [:]

  mutating func check(_ step: Step, _ evidence: inout EvidenceRule) throws(Violation) {
    if case .photo(.stored(let id, let piece, _)) = step.event {
      try check(piece, expected.removeValue(forKey: id), evidence)
    }
    for case .photo(.keep(let shot)) in step.effects {
      let expectation = try expectation(of: shot, step.board.parts.camera)
      expected[shot.id] = expectation
      evidence.asked[expectation.sha256, default: []].append(shot)
    }
    if step.machine.storing.isEmpty { expected.removeAll() }
  }

  private func check(
    _ piece: StoredPiece, _ expectation: Expectation?, _ evidence: EvidenceRule
  ) throws(Violation) {
    guard let expectation else {
      throw Violation(Self.self, "photo \(piece.number) was stored, and no frame was kept for it")
    }
    guard piece.sha256 == expectation.sha256 else {
      throw Violation(Self.self, "photo \(piece.number) shows another frame")
    }
    let row = try evidence.read { archive throws(Failure) in try archive.piece(piece.number) }
    let shot = expectation.shot
    guard row?.actual == shot.actual, row?.planned == shot.planned else {
      throw Violation(Self.self, "photo \(piece.number) says another time than that of its frame")
    }
  }

  private func expectation(
    of shot: Shot, _ camera: VirtualCamera
  ) throws(Violation) -> Expectation {
    guard let exposure = camera.exposures.last(where: { $0.frame == shot.frame }) else {
      throw Violation(Self.self, "the frame of shot \(shot.id) was never taken")
    }
    do throws(Failure) {
      let digest = try camera.withPicture(of: exposure) { (bytes, layout) throws(Failure) in
        PhotoRule.digest(of: bytes, layout)
      }
      return Expectation(shot: shot, sha256: digest)
    } catch {
      throw Violation(Self.self, "the picture of shot \(shot.id) can't be made anew")
    }
  }

  /// The digest of the picture as the store gets it; nothing has an empty one.
  private static func digest(of bytes: UnsafeRawBufferPointer, _ layout: FrameLayout) -> String {
    do throws(ImagingError) {
      let encoder = try JPEGEncoder(layout: layout, quality: VirtualCamera.quality)
      return try encoder.encode(bytes) { Digest.of(Array($0)) }
    } catch {
      return ""
    }
  }
}

/// Every photo was asked for, at an instant that the press or the command fixed, and is the nearest
/// that the camera had.
struct ShotRule {
  /// More frames than can come before an edge that happened earlier is read.
  private static let mostStamps = 16

  /// The instants at which something was asked for, in this boot: edges by their stamps.
  private var origins: Set<Instant> = []
  /// Whether the next frame may begin a countdown by itself: the first, or one after movement.
  private var isStartExpected = true
  /// When the latest frames of the stream under way were taken.
  private var stamps: [Instant] = []
  /// The press whose series has been under way since it was read.
  private var prompt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    note(step)
    for case .photo(.keep(let shot)) in step.effects { try check(shot, step.machine.settings) }
    let origin = step.machine.shutter.series?.origin
    if case .edge(let edge) = step.event, edge.stamped == origin { prompt = origin }
    // One that finds no room in memory waits for it, and takes what comes then.
    if prompt != origin || step.board.pictureCount >= Storing.capacity { prompt = nil }
  }

  private mutating func note(_ step: Step) {
    let settings = step.machine.settings
    if case .started = step.event { isStartExpected = settings.start == .countdown }
    if settings.countsOnWake, step.effects.contains(where: \.isWake) { isStartExpected = true }
    switch step.event {
    case .edge(let edge): if edge.direction == .pressed { origins.insert(edge.stamped) }
    case .console(.line), .console(.key), .signal: origins.insert(step.now)
    case .camera(.frame(let frame, _)):
      stamps = stamps.suffix(ShotRule.mostStamps - 1) + [frame.stamped]
      if isStartExpected { origins.insert(step.now) }
      isStartExpected = false
    case .camera(.opened): stamps.removeAll()
    // For one that is no picture, the next that comes is taken.
    case .photo(.failed(_, let failure)): if failure.role == .camera { stamps.removeAll() }
    case .started, .deadline, .device, .camera, .accelerometer, .photo, .clip, .store, .console,
      .voice,
      .hook, .measured, .reconfigured:
      break
    }
  }

  private func check(_ shot: Shot, _ settings: Settings) throws(Violation) {
    let series = shot.series
    guard origins.contains(series.origin) else {
      throw Violation(Self.self, "nobody asked for shot \(shot.id)")
    }
    let isButton = series.requester == .button
    guard !isButton || series.countdown == settings.countdown else {
      throw Violation(Self.self, "shot \(shot.id) counted down from \(series.countdown)")
    }
    guard series.countdown == .zero || shot.actual >= series.origin else {
      throw Violation(Self.self, "the frame of shot \(shot.id) is older than the press")
    }
    guard series.countdown != .zero || series.origin != prompt || isNearest(shot) else {
      throw Violation(Self.self, "the camera had a nearer frame for shot \(shot.id)")
    }
    guard shot.actual - shot.planned <= Shutter.patience else {
      throw Violation(
        Self.self, "shot \(shot.id) is \((shot.actual - shot.planned).inSeconds) s late")
    }
  }

  /// Only the first of a series may be from before the press; the others have frames of their own.
  private func isNearest(_ shot: Shot) -> Bool {
    guard shot.index == 0 else { return true }
    let distance = (shot.actual - shot.planned).magnitude
    return stamps.allSatisfy { ($0 - shot.planned).magnitude >= distance }
  }
}

/// Pictures in memory are few, and they are those that the machine knows of.
struct MemoryRule {
  func check(_ step: Step) throws(Violation) {
    let count = step.board.pictureCount
    guard count <= Storing.capacity else {
      throw Violation(Self.self, "\(count) pictures are in memory")
    }
    guard step.board.isQuiet, !step.machine.isFinished, count != step.machine.storing.count
    else { return }
    throw Violation(
      Self.self,
      "\(count) pictures are in memory, and the machine knows of \(step.machine.storing.count)")
  }
}

extension Effect {
  /// Whether people hear that movement has ended a pause.
  fileprivate var isWake: Bool {
    if case .console(.announce(let phrase, _)) = self {
      phrase == .resumedByMovement
    } else {
      false
    }
  }
}
