import Core
import Evidence

/// Who takes care of a store's database as a whole.
package protocol DatabaseCare: ~Copyable {
  /// Closes it, opens it again, and reads all anew.
  ///
  /// - Returns: what people should hear of it, as the others do.
  mutating func reload(at now: Moment) throws(Failure) -> Phrase
  /// Puts a copy of the default in its place, with its records carried over.
  mutating func reset(at now: Moment) throws(Failure) -> Phrase
  /// Makes its texts equal to those of the default.
  mutating func update(at now: Moment) throws(Failure) -> Phrase
}

extension DatabaseCare where Self: ~Copyable {
  /// Does `task` at the moment `now`; blocks on the disk.
  package mutating func attend(
    to task: DatabaseTask, at now: Moment
  ) throws(Failure) -> Phrase {
    switch task {
    case .reload: try reload(at: now)
    case .reset: try reset(at: now)
    case .update: try update(at: now)
    }
  }
}

extension PhotoPipeline: DatabaseCare {
  package mutating func reload(at now: Moment) throws(Failure) -> Phrase {
    try reopen(at: now)
    return .databaseReloaded(try store?.archive.pieceCount() ?? 0)
  }

  package mutating func reset(at now: Moment) throws(Failure) -> Phrase {
    guard store != nil else { throw Failure(.store, .storeNotOpen) }
    close()
    let result = Result { () throws(Failure) in try Reset(of: setup).run(at: now) }
    try reopen(at: now)
    switch result {
    case .success(let count): return .databaseReset(count)
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
      case .plain, .unusableFrame, .rawSensor, .newerStore: throw error
      }
    }
  }

  package mutating func update(at now: Moment) throws(Failure) -> Phrase {
    guard let news = try store?.updateTexts(from: setup.defaults) else {
      throw Failure(.store, .storeNotOpen)
    }
    return news
  }

  /// What was found when the store was opened again, since this was asked before.
  package mutating func takeFound() -> [Phrase] {
    defer { found = [] }
    return found
  }

  /// The store's own sentences in the language of its setup; none where they can't be read.
  package mutating func texts() -> [String: String] {
    (try? store?.archive.texts(in: setup.language)) ?? [:]
  }
}

extension Phrase {
  static func databaseReloaded(_ pieceCount: Int) -> Phrase {
    Phrase("db.reloaded", "The database was read again; pieces: {1}.", pieceCount)
  }
}
