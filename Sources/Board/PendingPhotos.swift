import Core
import Evidence

/// Pictures that are no pieces yet: in memory, or on the medium without a record.
///
/// How many there can be at once is the machine's business.
package struct PendingPhotos {
  /// What a picture has become on its way.
  private enum Stage {
    case kept(Picture)
    /// Its bytes are durable, its record is not.
    case written(WrittenPhoto)
  }

  private var stages: [Shot.ID: Stage] = [:]

  /// None yet.
  package init() {}

  /// How many there are.
  package var count: Int { stages.count }

  /// Keeps the picture in `frame` for the shot `id`.
  ///
  /// Blocks for some milliseconds of computing. A frame that is no picture is refused.
  package mutating func keep(_ frame: borrowing LentFrame, for id: Shot.ID) throws(Failure) {
    stages[id] = .kept(try Picture(of: frame))
  }

  /// Forgets the picture of the shot `id`; bytes that are durable in `store` stay, and its survey finds them.
  package mutating func drop(_ id: Shot.ID, from store: OpenStore?) {
    if case .written(let photo) = stages.removeValue(forKey: id) { store?.giveUp(photo) }
  }

  /// Makes the picture of `shot`, taken at the moment `taken`, a piece of evidence in `store` at the moment `now`;
  /// blocks in the flushes.
  ///
  /// Whatever comes of it, the picture waits no longer, unless the failure is of the kind `storeLocked`: then
  /// this can be tried again.
  ///
  /// - Parameter isUnderVoltage: whether the board's supply is too low, where it can say so.
  package mutating func insert(
    _ shot: Shot, taken: Moment, isUnderVoltage: Bool? = nil, into store: BoardStore,
    at now: Moment
  ) throws(Failure) -> StoredPiece {
    guard var stage = stages.removeValue(forKey: shot.id) else {
      throw Failure(.camera, .frameGone)
    }
    do throws(Failure) {
      let store = try store.opened()
      let photo: WrittenPhoto
      switch stage {
      case .kept(let picture):
        var facts = picture.facts(of: shot, taken: taken)
        facts.isUnderVoltage = isUnderVoltage
        photo = try store.write(picture, facts, at: now)
        stage = .written(photo)
      case .written(let written): photo = written
      }
      return try store.insert(photo, at: now)
    } catch {
      if error.kind == .storeLocked { stages[shot.id] = stage }
      throw error
    }
  }
}

extension Phrase {
  static let frameGone = Phrase(
    "camera.frame-gone",
    "the frame was gone before it could be kept; the program was held up for too long.")
}
