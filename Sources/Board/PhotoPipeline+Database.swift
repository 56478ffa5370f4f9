import Core
import Evidence

/// Who takes care of a store's database as a whole.
package protocol DatabaseCare: ~Copyable {
  /// Closes it, opens it again, and reads all anew.
  ///
  /// - Returns: what people should hear of it, as the others do.
  mutating func reload(at now: Moment) throws(Failure) -> Phrase
  /// Puts a copy of the default in its place, with its records carried over.
  mutating func reset(keepingSettings: Bool, at now: Moment) throws(Failure) -> Phrase
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
    case .reset: try reset(keepingSettings: false, at: now)
    case .resetKeepingSettings: try reset(keepingSettings: true, at: now)
    case .update: try update(at: now)
    }
  }
}

extension PhotoPipeline: DatabaseCare {
  package mutating func reload(at now: Moment) throws(Failure) -> Phrase {
    try reopen(at: now)
    return .databaseReloaded(try store?.archive.pieceCount() ?? 0)
  }

  package mutating func reset(
    keepingSettings: Bool, at now: Moment
  ) throws(Failure) -> Phrase {
    guard store != nil else { throw Failure(.store, .storeNotOpen) }
    close()
    let result = Result { () throws(Failure) in
      try Reset(of: setup, keepingSettings: keepingSettings).run(at: now)
    }
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

  /// The store's own sentences in the language that people keep, or else that of its setup; none where they can't be
  /// read.
  package mutating func texts() -> [String: String] {
    let language = language
    return (try? store?.archive.texts(in: language)) ?? [:]
  }

  /// The language in which people are spoken to.
  var language: String { mutating get { kept(.language) ?? setup.language } }

  /// What consoles are written in, where people keep that.
  package var charset: Charset? {
    mutating get { kept(.charset).flatMap { Charset(rawValue: $0) } }
  }

  private mutating func kept(_ name: SettingName) -> String? {
    let settings = (try? store?.archive.keptSettings()) ?? []
    return settings.first { $0.name == name }?.value
  }

  /// What a person told of the time in the boot `bootID`; nil where nobody did, or better was known.
  package mutating func toldTime(in bootID: String) -> ToldTime? {
    (try? store?.archive.toldTime(in: bootID)) ?? nil
  }

  /// The settings that people keep; nil where they can't be read.
  package mutating func keptFacts() -> KeptFacts? {
    guard let settings = try? store?.archive.keptSettings(),
      let languages = try? store?.archive.languages()
    else { return nil }
    return KeptFacts(settings, languages: languages)
  }
}

extension StoreChange {
  /// The language that people want to be spoken to in from now on; nil where it is about something else.
  var language: String? {
    guard case .keep(let settings, _) = self else { return nil }
    return settings.first { $0.name == .language }?.value
  }
}

extension Phrase {
  static func databaseReloaded(_ pieceCount: Int) -> Phrase {
    Phrase("db.reloaded", "The database was read again; pieces: {1}.", pieceCount)
  }
}
