import ArgumentParser
import Core
import Door
import Evidence
import Export
import Glibc
import System

/// `exhibit verify`: whether a store's records, signatures and files are what they were.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Say whether anything in a store or an export was changed or removed.")

  @Argument(
    help: """
      An export, its ZIP, a bundle, a store, or one file of a piece in any of them; the store of --store unless given.
      """)
  var folder: String?

  @OptionGroup var store: StoreOption

  @OptionGroup var device: DeviceOption

  @Option(help: "The head that was written down, NUMBER:HASH; what came before it must be there.")
  var head: String?

  @Option(help: "The fingerprint or id of a device whose records are believed; may be repeated.")
  var key: [String] = []

  @Flag(help: "Have the store's device, and the program that runs on it, know what was found.")
  var tell = false

  @Flag(help: "One JSON object on one line.")
  var json = false

  func validate() throws {
    if tell, folder != nil {
      throw ValidationError(
        Phrase(
          "verify.tells-of-store",
          "--tell is for the store of --store, or of the configuration; it takes no folder."
        ).told)
    }
    if let head, Head(head) == nil {
      throw ValidationError(
        Phrase(
          "verify.no-head",
          "'\(head)' is no head: it is a number, a colon, and 64 hexadecimal digits."
        ).told)
    }
    for key in key where !VerifyCommand.isFingerprint(key) {
      throw ValidationError(
        Phrase(
          "verify.no-key",
          "'\(key)' is no key: name its 64 hexadecimal digits, or the 16 of the id."
        ).told)
    }
  }

  func run() throws {
    var trust = Trust()
    trust.head = head.flatMap { Head($0) }
    trust.devices = key.map { $0.lowercased() }
    trust.ownKey = ownKey(in: try device.path(by: store.file))
    let verification = try verification(of: try folder ?? store.path(), trust)
    let reply = json ? Reply(verification.json) : .sentences(verification.sentences)
    try CommandAnswer.tell(reply)
    if tell { try tell(verification) }
    switch verification.verdict {
    case .good, .changed: break
    case .bad: throw ExitCode.failure
    case .unchecked: throw VerifyCommand.unchecked
    }
  }

  /// Has others know; people hear of it where standard output is not for a program.
  private func tell(_ verification: Verification) throws {
    let plan = try? store.file.plan()
    let sockets = [store.given.map(ConsolePlace.socket(inStore:)), plan?.socket].compactMap { $0 }
    let notice = ComparisonNotice(device: try device.path(by: store.file), sockets: sockets)
    do throws(Failure) {
      let phrase = try notice.tell(verification)
      // Whoever does not read standard error has gone.
      try? StandardOutput.write(phrase.told, to: STDERR_FILENO)
    } catch {
      throw complaint(error.phrase)
    }
  }

  /// Looks through the bundle, or else the store, in the folder or archive `path`.
  private func verification(of path: String, _ trust: Trust) throws -> Verification {
    do throws(Failure) {
      let archive = try UnpackedBundle(ofArchive: path)
      defer { withExtendedLifetime(archive) {} }
      if let bundle = try Bundle(in: archive?.folder ?? path) {
        return try bundle.verification(trust) { export throws(Failure) in
          try MeaningCheck(of: export).look()
        }
      }
      if archive == nil, let file = SingleFile(path) { return try file.verification(trust) }
      var looks = VerifyCommand.mostLooks
      return try Verification(ofStoreIn: path, trust) {
        looks -= 1
        poll(nil, 0, 50)
        return looks < 0
      }
    } catch {
      throw complaint(error.phrase)
    }
  }

  /// Nothing is wrong, and not everything could be checked.
  private static let unchecked = ExitCode(4)
  /// So many looks, 50 ms apart, a photo may take to be recorded after its file is there.
  private static let mostLooks = 200

  /// The key of the device on which this runs; nil where it is none, or this user may not read it.
  private func ownKey(in folder: String) -> PublicKey? {
    // Whatever keeps it from being read: then nothing is said of it.
    (try? DeviceFolder(folder).publicKey()) ?? nil
  }

  private static func isFingerprint(_ text: String) -> Bool {
    [16, 64].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
  }
}

/// `exhibit records`: the records of a store as other programs verify them.
struct RecordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records", abstract: "Print all records of a store, a line of JSON each.")

  @OptionGroup var store: StoreOption
  @Flag(help: "Print the texts that the records tell by their digests, instead of the records.")
  var texts = false
  @OptionGroup var form: AnswerForm

  func run() throws {
    var refusal: SystemError?
    func write(_ line: String) {
      guard refusal == nil else { return }
      do throws(SystemError) { try StandardOutput.write(line) } catch { refusal = error }
    }
    try store.read { archive throws(Failure) in
      if texts {
        try archive.eachText { write($0.line) }
      } else {
        try archive.recordLines { write($0) }
      }
    }
    if let refusal { throw StandardOutput.ending(for: StandardOutput.failure(refusal)) }
  }
}
