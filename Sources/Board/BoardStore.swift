import Core
import Evidence

/// The store of the board, closed or open.
package struct BoardStore {
  /// Where the store is: closed, or open.
  private enum State {
    /// With what it did not know of its pieces when it was closed; nil before it was open.
    case closed(Doubts?)
    case open(OpenStore)
  }

  let setup: StoreSetup
  private var state = State.closed(nil)
  /// Findings of an opening by `attend` of which nobody has heard.
  private var found: [Phrase] = []

  /// The store of `setup`, closed.
  package init(_ setup: StoreSetup) {
    self.setup = setup
  }

  /// The store, if it is open.
  package var current: OpenStore? {
    switch state {
    case .closed: nil
    case .open(let store): store
    }
  }

  /// The store, which has to be open.
  package func opened() throws(Failure) -> OpenStore {
    guard let current else { throw Failure(.store, .storeNotOpen) }
    return current
  }

  /// Opens it, which proves that it can be written; blocks on the disk.
  ///
  /// - Returns: what people should hear of what was found.
  package mutating func open(at now: Moment) throws(Failure) -> [Phrase] {
    let doubts = closing()
    let store = try OpenStore(setup, at: now, reopenedWith: doubts)
    let found = try store.recover(at: now)
    state = .open(store)
    return found
  }

  /// Closes it; what waits for it waits for it to be opened again.
  ///
  /// Nobody may hold what was open: its end is that of the store's lock.
  package mutating func close() { _ = closing() }

  private mutating func closing() -> Doubts? {
    let doubts =
      switch state {
      case .closed(let doubts): doubts
      case .open(let store): store.end()
      }
    state = .closed(doubts)
    return doubts
  }
}

/// The care of its database as a whole.
extension BoardStore {
  /// Does `task` at the moment `now`; blocks on the disk.
  ///
  /// - Returns: what people should hear of it.
  package mutating func attend(
    to task: DatabaseTask, at now: Moment
  ) throws(Failure) -> Phrase {
    switch task {
    case .reload: try reload(at: now)
    case .reset: try reset(keepingSettings: false, at: now)
    case .resetKeepingSettings: try reset(keepingSettings: true, at: now)
    case .update: try opened().store.updateTexts(from: setup.defaults)
    }
  }

  /// Closes it, opens it again, and reads all anew.
  private mutating func reload(at now: Moment) throws(Failure) -> Phrase {
    try reopen(at: now)
    return .databaseReloaded(try opened().store.archive.pieceCount())
  }

  /// Puts a copy of the default in its place, with its records carried over.
  private mutating func reset(
    keepingSettings: Bool, at now: Moment
  ) throws(Failure) -> Phrase {
    _ = try opened()
    close()
    let result = Result { () throws(Failure) in
      try Reset(of: setup, keepingSettings: keepingSettings).run(at: now)
    }
    try reopen(at: now)
    switch result {
    case .success(let count):
      return Phrase(
        "db.reset",
        """
        The database was made anew from the default. Its \(count) records, the device's key and all files were \
        kept; files without a row are taken over.
        """)
    // The store works all the same: it is open, with the old database or the new.
    case .failure(let failure) where failure.kind == .storeLocked: throw failure
    case .failure(let failure): throw .refused(failure.phrase)
    }
  }

  /// Opens it again; where that fails it is closed, which is its failure even where a lock or a full medium is the
  /// reason: nothing can be tried again before it is open.
  private mutating func reopen(at now: Moment) throws(Failure) {
    do throws(Failure) { found += try open(at: now) } catch {
      switch error.kind {
      case .storeLocked, .noRoom, .refused:
        throw Failure(error.role, error.phrase, cause: error.cause)
      case .plain, .unusableFrame, .rawSensor, .noRoomThere, .noStore, .newerStore: throw error
      }
    }
  }

  /// The findings since this was asked before.
  package mutating func takeFound() -> [Phrase] {
    defer { found = [] }
    return found
  }
}

extension Phrase {
  static func databaseReloaded(_ pieceCount: Int) -> Phrase {
    Phrase("db.reloaded", "The database was read again; pieces: \(pieceCount).")
  }
}
