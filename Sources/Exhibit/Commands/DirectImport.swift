import Board
import Core
import Drivers
import Evidence
import Glibc
import System

/// Taking files in while no program runs: this one is the store's writer for as long as that takes.
///
/// As root it writes as the user who has the store, who is to find nothing of somebody else's in it.
final class DirectImport {
  private var photos: PhotoPipeline
  private let directory: String
  private let bootID: String
  private let batch: String
  private let owner: (user: uid_t, group: gid_t)?

  /// Opens the store in `directory`, whose device's folder is `device`, for files of one `batch`.
  init(_ directory: String, device: String, _ batch: String) throws(Failure) {
    guard access("\(directory)/exhibit.sqlite", F_OK) == 0 else {
      throw Failure(.store, .importNoStore(directory))
    }
    bootID = try DirectImport.presentBoot()
    self.batch = batch
    self.directory = directory
    owner = DirectImport.owner(of: directory)
    photos = PhotoPipeline(
      store: StoreSetup(
        directory: directory, device: device, program: ProgramFacts(version: Exhibit.version)))
    try becomeOwner()
    defer { becomeOneself() }
    let phrases = try photos.open(at: now)
    // What was found is for whoever reads errors; it is no reason not to go on.
    for phrase in phrases { try? StandardOutput.write(phrase.english, to: STDERR_FILENO) }
  }

  /// Takes `file` in; blocks until it is a piece, or is none.
  func take(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer {
    let name = file.name
    let copy = try file.shared()
    let space = try Space(at: directory)
    let room = max(0, space.free - StorageRoom(floor: nil).floor(total: space.total))
    try becomeOwner()
    defer { becomeOneself() }
    var event = photos.beginImport(of: copy, called: name, batch: batch, room: room)
    while event.goesOn {
      event = event == .copied ? photos.placeImport(at: now) : photos.copyImport()
    }
    if case .failed(let failure) = event, failure.kind != .refused { throw failure }
    photos.endImport()
    return ImportAnswer(event, called: name)
  }

  /// Records that it was all.
  func end() throws(Failure) {
    try becomeOwner()
    defer { becomeOneself() }
    try photos.note([.programStopped(isShutdown: false)], at: now)
    photos.close()
  }

  private var now: Moment {
    let instant = Clock.now
    return Moment(bootID: bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  private static func presentBoot() throws(Failure) -> String {
    do throws(SystemError) { return try Clock.bootID() } catch {
      throw Failure(.store, .importNotBegun(error.reason), cause: error)
    }
  }

  private static func owner(of directory: String) -> (user: uid_t, group: gid_t)? {
    var facts = stat()
    guard geteuid() == 0, stat(directory, &facts) == 0, facts.st_uid != 0 else { return nil }
    return (facts.st_uid, facts.st_gid)
  }

  /// Takes the rights of the user who has the store.
  private func becomeOwner() throws(Failure) {
    guard let owner else { return }
    // The group first: a plain user can't change it.
    guard setegid(owner.group) == 0, seteuid(owner.user) == 0 else {
      throw Failure(.store, .importNotBegun(SystemError(errnoOf: "seteuid").reason))
    }
  }

  private func becomeOneself() {
    guard owner != nil else { return }
    seteuid(0)
    setegid(0)
  }
}

extension Event.Import {
  /// Whether the file under way is not done.
  fileprivate var goesOn: Bool {
    switch self {
    case .copies, .copied: true
    case .stored, .there, .passedOver, .failed, .complete: false
    }
  }
}

extension ImportFile {
  /// The file once more, for somebody else to read from its beginning.
  fileprivate borrowing func shared() throws(Failure) -> FileDescriptor {
    let number = file.number
    let other = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard other >= 0 else {
      throw .refused(.importUnreadable(name.printable, SystemError(errnoOf: "fcntl").reason))
    }
    return FileDescriptor(owning: other)
  }
}

extension Phrase {
  static func importNoStore(_ folder: String) -> Phrase {
    Phrase(
      "import.no-store",
      "No program runs, and there is no store in {1}; start exhibit once, or name a store by --store.",
      folder)
  }

  static func importNotBegun(_ reason: String) -> Phrase {
    Phrase("import.not-begun", "The import can't begin: {1}.", reason)
  }
}
