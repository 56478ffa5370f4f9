import Core
import Evidence
import Glibc
import System
import VirtualDevices

/// A medium that forgets: real files, and an account of what a power cut would leave of them.
///
/// What is read is the kernel's memory, as always. What was not flushed when the power goes off is lost, or only some
/// of it is, or it comes in another order. Each call may fail.
package final class ForgetfulMedium: Medium {
  /// Folder that it is mounted on.
  package let root: String
  /// Name of the VFS by which databases on it are opened.
  package let databaseVFS: String?
  /// Supply of the medium.
  private enum Power { case on, off, pulled }

  private var power = Power.on
  /// How often it has come back: files that were open then are lost.
  private(set) var generation = 0
  /// What comes between it and its calls.
  var faults = MediumFaults()
  /// Files that were to be durable, and perhaps are not, when somebody removed their name or gave it to another.
  var deleted: [String] = []
  /// How many folders could not be listed.
  var unlistedCount = 0
  /// How many names could not be made, changed or removed, and how many calls could not read.
  private(set) var nameAndReadFailureCount = 0
  /// Called before each of its calls, which waits for it.
  var onCall: (() -> Void)?
  /// How many pages of databases were written, their logs aside.
  var pageCount = 0
  /// The `errno` of the latest fault.
  var lastError: Int32 = 0
  var names: MediumNames
  var random: RandomGenerator
  /// What it goes by from its first fault on; nil: by the same as before.
  private var randomAfterFault: RandomGenerator?
  private var vfs: DatabaseSystem?
  let system = SystemMedium()
  /// What its flushes take and what it says of its room.
  var card = VirtualMedium()

  /// An empty medium in the folder `root`, which is made.
  package init(_ root: String, _ random: RandomGenerator) {
    mkdir(root, 0o750)
    self.root = ForgetfulMedium.canonical(root)
    self.random = random
    names = MediumNames(in: self.root)
    databaseVFS = "forgetful-\(self.root)"
    vfs = DatabaseSystem(of: self, named: "forgetful-\(self.root)")
  }

  /// Folder of the store on it.
  package var store: String { "\(root)/store" }

  /// The path without links in it.
  private static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  // Asked by way of the medium: Swift 6.0 can't read a stored property of a class through a noncopyable value.

  /// Whether the power is off: nothing can be done any more.
  var isOff: Bool { power == .off }

  /// Whether it was pulled out of the board, which runs on.
  var isPulled: Bool { power == .pulled }

  /// The faults that happened to its calls.
  var happened: FaultCounts { faults.happened }

  /// Folder of the device on it.
  var device: String { "\(root)/device" }

  /// It is as slow and as large as `card` from now on.
  func become(like card: VirtualMedium) { self.card = card }

  /// Once it has failed for the first time what it loses comes from `random`: until then it is like any other.
  func vary(by random: RandomGenerator) { randomAfterFault = random }

  /// `fault` happens at the first call that it concerns, once `calls` more have been made.
  func fail(_ fault: MediumFault, after calls: Int) { faults.add(fault, after: calls) }

  /// Nothing fails any longer; one that was pulled out is plugged in again.
  func mend() {
    faults.removeAll()
    if isPulled { turnOn() }
  }

  /// The power goes off: what is done from now on is not done.
  func turnOff() { power = .off }

  /// After a power cut, with everybody gone, or once it is plugged in again: the real files become what is left.
  package func turnOn() {
    power = .on
    generation += 1
    faults.end()
    let before = names
    names.cutPower(&random)
    for path in before.present.keys where names.present[path] == nil { remove(path) }
    for (path, entry) in names.present.sorted(by: { $0.key < $1.key }) {
      // What is open still is another file from now on, and so is what SQLite shares of it.
      let isDatabase = path.hasSuffix(".sqlite")
      if isDatabase { for suffix in ["", "-shm"] { remove(path + suffix) } }
      restore(entry, at: path, instead: isDatabase ? nil : before.present[path])
    }
  }

  /// Whether the file at `path` survives a power cut as it is now.
  package func isDurable(_ path: String) -> Bool {
    guard case .file(let file)? = names.present[path] else { return false }
    return file.isDurable && names.isDurable(path)
  }

  /// Whether attributes of the file at `path` survive a power cut.
  func hasAttributes(_ path: String) -> Bool { file(path)?.flushedAttributes.isEmpty == false }

  /// Writes to the folder `copy` what a power cut now would leave at least of the `files` in `folder`.
  func copyLeast(of files: [String], in folder: String, to copy: String) {
    Folder.erase(copy)
    mkdir(copy, 0o750)
    for file in files {
      guard let known = self.file("\(folder)/\(file)"), names.isDurable("\(folder)/\(file)")
      else { continue }
      ForgetfulMedium.fill("\(copy)/\(file)", with: known.flushed)
    }
  }

  /// Asks whether `call` may be made; throws what happens instead.
  func begin(_ call: MediumCall) throws(SystemError) {
    if let fault = fault(in: call) { throw SystemError(call: "\(call)", code: fault.code) }
  }

  /// What happens to `call`, which is counted.
  func fault(in call: MediumCall) -> MediumFault? {
    let fault = nextFault(of: call)
    if fault != nil, call == .name || call == .read { nameAndReadFailureCount += 1 }
    return fault
  }

  private func nextFault(of call: MediumCall) -> MediumFault? {
    onCall?()
    if isOff { return .powerCut }
    if isPulled {
      lastError = EIO
      return .broken
    }
    let fault = faults.next(call)
    if fault != nil, let other = randomAfterFault { (random, randomAfterFault) = (other, nil) }
    if fault == .powerCut { power = .off }
    if fault == .pulled { power = .pulled }
    lastError = fault?.code ?? lastError
    return fault
  }
}
