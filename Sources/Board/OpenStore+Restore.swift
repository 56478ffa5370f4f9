import Core
import Evidence
import System

/// How far something is that comes back from a bundle.
enum RestoreStep {
  /// It has no file, and waits for its record.
  case item(Restorable)
  /// Its file is durable, and waits for its record.
  case file(RestoredFile)
}

/// What comes back from bundles: first a description, then its file, each handed over with a line.
extension OpenStore {
  /// Begins with what the open file `handed` says is to come back.
  package func beginRestore(
    from handed: consuming FileDescriptor, batch: String
  ) -> Event.Import {
    let job = ImportJob(of: handed, called: "description", batch: batch, room: 0)
    job.isDescription = true
    described = nil
    importing = job
    return .copies
  }

  /// Begins with the open file `handed`, called `name`, which is that of what was described last in this `batch`.
  ///
  /// Somebody else may have described something since; then it is nobody's.
  package func beginReturn(
    of handed: consuming FileDescriptor, called name: String, batch: String, room: Int
  ) -> Event.Import {
    let job = ImportJob(of: handed, called: name, batch: batch, room: room)
    guard let described, described.batch == batch else {
      return .failed(
        .refused(
          Phrase(
            "restore.interfered",
            "Something else was restored at the same time; give the same command again when that is done."
          )))
    }
    job.restored = described.item
    self.described = nil
    importing = job
    return .copies
  }

  /// Reads all of the description, which is in memory and short.
  func readDescription(_ job: ImportJob) throws(Failure) -> Event.Import {
    guard let file = try job.next() else {
      importing = nil
      return .complete
    }
    let item = try Restorable(try OpenStore.bytes(of: file))
    switch try store.answer(to: item) {
    case .wantsFile:
      described = (item, job.batch)
      return .wantsFile
    case .isComplete:
      job.restorable = .item(item)
      return .copied
    case .isThere(let number?): return .there(item.name, number)
    case .isThere(nil): return .restored
    }
  }

  private static func bytes(of file: borrowing ImportFile) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      var bytes: [UInt8] = []
      while bytes.count <= Restorable.longest {
        let more = try file.file.someBytes(atMost: 1 << 20)
        if more.isEmpty { break }
        bytes += more
      }
      return bytes
    } catch {
      throw .refused(.importUnreadable("description", error.reason))
    }
  }

  /// Makes durable what was copied, or records what has no file, at the moment `now`; blocks in the flushes.
  func placeRestored(_ job: ImportJob, at now: Moment) -> Event.Import {
    do throws(Failure) {
      if job.restorable == nil, let item = job.restored, let copy = job.copy.take() {
        job.restorable = .file(try store.place(copy, as: item, of: job.batch, at: now))
        job.restored = nil
      }
      return try record(job, at: now)
    } catch {
      // Without its file nothing can be tried again.
      let mayWait = error.kind == .storeLocked && job.restorable != nil
      if !mayWait { (job.restorable, job.restored) = (nil, nil) }
      return error.kind == .refused ? .passedOver(error.phrase) : .failed(error)
    }
  }

  private func record(_ job: ImportJob, at now: Moment) throws(Failure) -> Event.Import {
    switch job.restorable {
    case .item(let item): try store.restore(item, at: now)
    case .file(let file): try store.record(file, at: now)
    case nil: throw Failure(.store, .storeNotOpen)
    }
    defer { job.restorable = nil }
    guard case .file(let file)? = job.restorable, let piece = file.piece else { return .restored }
    return .stored(piece, file.item.name)
  }
}
