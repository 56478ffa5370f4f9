import Board
import Core
import Drivers
import Evidence
import Glibc
import System

/// Taking files in while no program runs: this one is the store's writer for as long as that takes.
///
/// It signs with the store's own key or not at all, and does not count as a program that ran.
/// As root it writes as the user who has the store, who is to find nothing of somebody else's in it.
final class DirectImport: ImportTaker {
  private var store: BoardStore
  private let directory: String
  private let bootID: String
  private let batch: String
  private let floor: Int?
  private let owner: StoreOwner

  /// Another program's lock on the database is borne for so long.
  private static let patience = Duration.seconds(30)
  private static let pause: UInt32 = 200_000

  /// Opens the store in `directory`, whose device's folder is `device`, for files of one `batch`; so many bytes have to
  /// stay free there, or as many as usual.
  init(
    _ directory: String, device: String, _ batch: String, floor: Int?
  ) throws(Failure) {
    guard access("\(directory)/exhibit.sqlite", F_OK) == 0 else {
      throw Failure(.store, .importNoStore(directory))
    }
    bootID = try DirectImport.presentBoot()
    self.batch = batch
    self.directory = directory
    self.floor = floor
    owner = StoreOwner(of: directory)
    var setup = StoreSetup(
      directory: directory, device: device, program: ProgramFacts(version: ProgramVersion.present))
    setup.isVisit = true
    store = BoardStore(setup)
    // From here on a signal is looked for, so that what was begun has its end.
    BreakOff.hold()
    defer { owner.giveUp() }
    try owner.become()
    let phrases = try store.open(at: now)
    // What was found is for whoever reads errors; it is no reason not to go on.
    for phrase in phrases { try? StandardOutput.write(phrase.told, to: STDERR_FILENO) }
  }

  /// Takes `file` in; blocks until it is a piece, or is none.
  func take(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer {
    let copy = try file.shared()
    let room = try room()
    defer { owner.giveUp() }
    try owner.become()
    return try answer(
      store.opened().beginImport(of: copy, called: file.name, batch: batch, room: room), file.name)
  }

  /// Takes in `file`, which is that of what was described before; blocks until it is a piece, or is none.
  func giveBack(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer {
    let copy = try file.shared()
    let room = try room()
    defer { owner.giveUp() }
    try owner.become()
    return try answer(
      store.opened().beginReturn(of: copy, called: file.name, batch: batch, room: room), file.name)
  }

  private func room() throws(Failure) -> Int {
    let space = try Space(at: directory)
    return max(0, space.free - StorageRoom(floor: floor).floor(total: space.total))
  }

  /// Takes what the open file `description` says is to come back of a bundle; blocks until it is there, or is not.
  func describe(_ description: borrowing FileDescriptor) throws(Failure) -> ImportAnswer {
    let copy = try description.shared("description")
    defer { owner.giveUp() }
    try owner.become()
    return try answer(store.opened().beginRestore(from: copy, batch: batch), "description")
  }

  private func answer(
    _ beginning: Event.Import, _ name: String
  ) throws(Failure) -> ImportAnswer {
    var event = beginning
    while event.goesOn {
      try BreakOff.check()
      event = try event == .copied ? placed() : store.opened().copyImport()
    }
    if case .failed(let failure) = event, failure.kind != .refused { throw failure }
    try store.opened().endImport()
    return ImportAnswer(event, called: name)
  }

  /// Makes the copy a piece, as soon as nobody has the database locked.
  private func placed() throws(Failure) -> Event.Import {
    let end = Clock.now + DirectImport.patience
    while true {
      let event = try store.opened().placeImport(at: now)
      guard case .failed(let failure) = event, failure.kind == .storeLocked else { return event }
      guard Clock.now < end, !BreakOff.isWanted else { throw failure }
      usleep(DirectImport.pause)
    }
  }

  /// Closes the store; what was under way is no piece.
  func end() throws(Failure) {
    defer { owner.giveUp() }
    try owner.become()
    store.close()
  }

  private var now: Moment {
    let instant = Clock.now
    return Moment(bootID: bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  private static func presentBoot() throws(Failure) -> String {
    do throws(SystemError) { return try Clock.bootID() } catch {
      throw Failure(
        .store, Phrase("import.not-begun", "The import can't begin: \(error.reason)."), cause: error
      )
    }
  }
}

extension Event.Import {
  /// Whether the file under way is not done.
  fileprivate var goesOn: Bool {
    switch self {
    case .copies, .copied: true
    case .stored, .there, .passedOver, .failed, .complete, .wantsFile, .restored: false
    }
  }
}

extension ImportFile {
  /// The file once more, for somebody else to read from its beginning.
  fileprivate borrowing func shared() throws(Failure) -> FileDescriptor {
    try file.shared(name)
  }
}

extension FileDescriptor {
  fileprivate borrowing func shared(_ name: String) throws(Failure) -> FileDescriptor {
    let number = number
    let other = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard other >= 0 else {
      throw .refused(.importUnreadable(name.printable, SystemError(errnoOf: "fcntl").reason))
    }
    return FileDescriptor(owning: other)
  }
}

/// The wish that the command ends, as a signal: it is looked for between two slices of a file, so that nothing half stays
/// behind.
enum BreakOff {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Has the signals wait.
  static func hold() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Whether one waits.
  static var isWanted: Bool {
    var set = sigset_t()
    guard sigpending(&set) == 0 else { return false }
    return signals.contains { sigismember(&set, $0) == 1 }
  }

  /// Ends what is under way where one waits.
  static func check() throws(Failure) {
    if isWanted {
      throw Failure(
        .store, Phrase("import.broken-off", "The import was broken off; what is told above stays."))
    }
  }
}

extension Phrase {
  static func importNoStore(_ folder: String) -> Phrase {
    Phrase(
      "import.no-store",
      "No program runs, and there is no store in \(folder); start exhibit once, or name a store by --store."
    )
  }

}
