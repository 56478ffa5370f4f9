import Core
import Evidence

/// The way of a picture from the bytes of a frame to a piece that is durable.
///
/// In front are the pictures in memory, and behind them the store, which can be closed. How many there can be at once
/// is the machine's business.
package struct PhotoPipeline: ~Copyable {
  /// A console is no place for long lists; `exhibit list` shows all.
  static let longestList = 50

  private let directory: String
  private let flush: (Int32) -> Int32
  /// The pictures that wait for the store.
  private var pictures: [Shot.ID: Picture] = [:]
  private var store: Store?

  /// A pipeline whose store, in `directory`, is closed.
  ///
  /// - Parameter flush: makes a file durable, as fsync(2) does.
  package init(store directory: String, flush: @escaping (Int32) -> Int32 = Store.fsync) {
    self.directory = directory
    self.flush = flush
  }

  /// Whether the store is open.
  package var isOpen: Bool { PhotoPipeline.isOpen(store) }

  /// How many pictures are in memory and not in the store.
  package var pictureCount: Int { pictures.count }

  /// Opens the store; blocks on the disk.
  ///
  /// - Returns: what people should hear of what a power cut had left.
  package mutating func open(at now: Moment) throws(Failure) -> [Phrase] {
    close()
    let opened = try Store(directory: directory, at: now, flush: flush)
    let found = opened.recovery.phrases
    store = consume opened
    return found
  }

  /// Closes the store; the pictures in memory wait for it to be opened again.
  package mutating func close() {
    store = nil
  }

  /// Keeps the picture in `frame` for the shot `id`.
  ///
  /// Blocks for some milliseconds of computing. A frame that is no picture is refused.
  package mutating func keep(_ frame: borrowing LentFrame, for id: Shot.ID) throws(Failure) {
    pictures[id] = try Picture(of: frame)
  }

  /// Forgets the picture of the shot `id`.
  package mutating func drop(_ id: Shot.ID) {
    pictures.removeValue(forKey: id)
  }

  /// Makes the picture of `shot`, taken at the moment `taken`, durable; blocks in the flushes.
  ///
  /// Whatever comes of it, the picture is in memory no longer, unless the store is locked by another program:
  /// then it may be tried again, and is dropped otherwise.
  ///
  /// - Parameter isUnderVoltage: whether the board's supply is too low, where it can say so.
  package mutating func insert(
    _ shot: Shot, taken: Moment, isUnderVoltage: Bool? = nil
  ) throws(Failure) -> StoredPiece {
    guard let picture = pictures.removeValue(forKey: shot.id) else {
      throw Failure(.camera, .frameGone)
    }
    var facts = picture.facts(of: shot, taken: taken)
    facts.isUnderVoltage = isUnderVoltage
    do throws(Failure) {
      return try PhotoPipeline.insert(picture.jpeg, facts, into: &store)
    } catch {
      if error.kind == .storeLocked { pictures[shot.id] = picture }
      throw error
    }
  }

  /// Adds a thing, to which new pieces belong from now on; blocks in a flush of the disk.
  package mutating func addThing(
    _ title: String, in category: String, at now: Moment
  ) throws(Failure) {
    guard let () = try store?.addThing(title, in: category, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
  }

  /// Records `notes` at the moment `now`, all or nothing; blocks in a flush of the disk.
  package mutating func note(_ notes: [Note], at now: Moment) throws(Failure) {
    guard let () = try store?.note(notes, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
  }

  /// Compares some more of the store's files with its database, for 5 ms at most.
  package mutating func survey() throws(Failure) -> Event.Survey { .isComplete }

  /// Records at the moment `now` what the survey found; blocks in a flush of the disk.
  ///
  /// - Returns: how far the survey is, and what people should hear of what it found.
  package mutating func settle(at now: Moment) throws(Failure) -> (Event.Survey, [Phrase]) {
    (.isComplete, [])
  }

  /// Does the store's housekeeping, if it is due; blocks on the disk.
  package mutating func tidy() throws(Failure) {
    if store?.isCheckpointDue ?? false { try store?.checkpoint() }
  }

  /// Adds what the store knows to `measurements`; what can't be measured stays unknown.
  package mutating func measure(into measurements: inout Measurements) {
    measurements.space = try? store?.space()
    measurements.isTidyingDue = store?.isCheckpointDue ?? false
    measurements.pieceCount = try? store?.archive.pieceCount()
    measurements.thing = try? store?.archive.currentThing().label
  }

  /// The latest pieces, or why they can't be listed.
  package mutating func listing(asJSON isJSON: Bool) -> Reply {
    do throws(Failure) {
      let earlier = max(0, (try store?.archive.pieceCount() ?? 0) - PhotoPipeline.longestList)
      let list = PieceList(try store?.archive.pieces(after: earlier) ?? [], earlier: earlier)
      return list.reply(asJSON: isJSON)
    } catch {
      return Reply(error.phrase)
    }
  }

  /// At most `count` of the latest pieces, the newest first; none where they can't be read.
  package mutating func latest(_ count: Int) -> [Piece] {
    let total = (try? store?.archive.pieceCount()) ?? 0
    let pieces = try? store?.archive.pieces(after: max(0, total - count))
    return (pieces ?? []).reversed()
  }

  private static func isOpen(_ store: borrowing Store?) -> Bool {
    switch store {
    case .some: true
    case .none: false
    }
  }

  private static func insert(
    _ jpeg: [UInt8], _ facts: PhotoFacts, into store: inout Store?
  ) throws(Failure) -> StoredPiece {
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try store?.insert(jpeg: bytes, of: facts) }
    }
    guard let piece = try result.get() else { throw Failure(.store, .storeNotOpen) }
    return piece
  }
}

extension Phrase {
  static let frameGone = Phrase(
    "camera.frame-gone",
    "the frame was gone before it could be kept; the program was held up for too long.")
}
