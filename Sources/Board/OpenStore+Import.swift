import Core
import Evidence
import System

/// From files that people bring to pieces that are durable, a slice at a time.
extension OpenStore {
  /// Begins with the files at `path`; what is said of it comes back.
  package func beginImport(at path: String, batch: String, room: Int)
    -> Event.Import
  {
    do throws(Failure) {
      importing = try ImportJob(at: path, batch: batch, room: room)
      return .copies
    } catch {
      return .failed(error)
    }
  }

  /// Begins with the open file `handed`, called `name`.
  package func beginImport(
    of handed: consuming FileDescriptor, called name: String, batch: String, room: Int
  ) -> Event.Import {
    importing = ImportJob(of: handed, called: name, batch: batch, room: room)
    return .copies
  }

  /// Copies some more, or opens the next file; reads of the digests of pieces first.
  package func copyImport() -> Event.Import {
    do throws(Failure) {
      guard let job = importing else { throw Failure(.store, .storeNotOpen) }
      return try advance(job)
    } catch {
      // Whoever has the database locked goes on in a moment, and so does the copy.
      if error.kind == .storeLocked { return .failed(error) }
      importing?.copy = nil
      store.dropCopy()
      // One file that can't be taken in is passed over; a store that fails ends it.
      return error.kind == .refused ? .passedOver(error.phrase) : .failed(error)
    }
  }

  private func advance(_ job: ImportJob) throws(Failure) -> Event.Import {
    if job.isDescription { return try readDescription(job) }
    // What comes back is known by its id.
    if job.restored == nil, try !store.archive.extend(&known) { return .copies }
    guard let copy = job.copy.take() else { return try openNext(of: job) }
    return try advance(copy, of: job)
  }

  /// Copies one slice more; what is there already is known when all of it was read.
  private func advance(
    _ copy: consuming IncomingCopy, of job: ImportJob
  ) throws(Failure) -> Event.Import {
    let isDone = try store.advance(&copy)
    let (name, digest) = (copy.name, copy.sha256)
    job.copy = consume copy
    guard isDone else { return .copies }
    if job.restored != nil { return .copied }
    job.whole = (name, digest)
    return try twin(of: job) ?? .copied
  }

  /// The answer where the store has what was copied; nil where it has not.
  private func twin(of job: ImportJob) throws(Failure) -> Event.Import? {
    guard let (name, digest) = job.whole,
      let twin = try store.archive.twin(of: digest, in: known)
    else { return nil }
    job.copy = nil
    store.dropCopy()
    return .there(name, twin.number)
  }

  private func openNext(of job: ImportJob) throws(Failure) -> Event.Import {
    guard let file = try job.next() else {
      importing = nil
      return .complete
    }
    let name = file.name
    job.copy = try store.beginCopy(
      of: file.handOver(), called: name, room: job.room,
      atMost: job.restored == nil ? IncomingCopy.largest : .max)
    return .copies
  }

  /// Makes the copy a piece of evidence at the moment `now`; blocks in the flushes.
  package func placeImport(at now: Moment) -> Event.Import {
    guard let job = importing else { return .failed(Failure(.store, .storeNotOpen)) }
    if job.restored != nil || job.restorable != nil { return placeRestored(job, at: now) }
    do throws(Failure) {
      if job.written == nil {
        // Somebody may have taken a deletion back since it was copied.
        if let answer = try twin(of: job) { return answer }
        job.written = try write(job, at: now)
      }
      guard let (photo, name) = job.written else { throw Failure(.store, .storeNotOpen) }
      let piece = try store.insert(photo, at: now)
      job.written = nil
      job.room -= piece.byteCount
      return .stored(piece, name)
    } catch {
      if error.kind != .storeLocked { job.written = nil }
      return .failed(error)
    }
  }

  private func write(
    _ job: ImportJob, at now: Moment
  ) throws(Failure) -> (photo: WrittenPhoto, name: String)? {
    guard let copy = job.copy.take() else { return nil }
    let name = copy.name
    return (try store.place(copy, of: job.batch, at: now), name)
  }

  /// Takes in no more: the copy under way is dropped, what is durable without a record is in doubt.
  package func endImport() {
    guard let job = importing else { return }
    importing = nil
    if let photo = job.written?.photo { store.giveUp(photo) }
    if case .file(let file)? = job.restorable { store.giveUp(file) }
    job.copy = nil
    store.dropCopy()
  }
}
