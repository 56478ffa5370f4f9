import ArgumentParser
import Board
import Core
import Evidence
import System

/// The option that names the folder of the device's key.
struct DeviceOption: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: "The folder of the device's key; that of the configuration unless given.")
  var given: String?

  /// The folder's path, by the configuration in `file` unless it is given.
  func path(by file: ConfigurationFile) throws -> String { try given ?? file.plan().device }
}

/// `exhibit key`: the key with which the device signs its records.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Show the device's id and its public key, or renew the key.",
    subcommands: [ShowKeyCommand.self, RenewKeyCommand.self], defaultSubcommand: ShowKeyCommand.self
  )

  /// Id and fingerprint, a line each, and the key as OpenSSL reads it.
  static func text(_ key: PublicKey) -> String {
    let lines = [
      Phrase("key.id", "Device: \(key.deviceID)"),
      Phrase("key.fingerprint", "Fingerprint (SHA-256): \(key.fingerprint)"),
    ].map(\.told)
    return (lines + key.pem.split(separator: "\n").map(String.init)).joined(separator: "\n")
  }

  /// One object.
  static func json(_ key: PublicKey) -> JSON {
    .object([
      ("id", .string(key.deviceID)), ("fingerprint", .string(key.fingerprint)),
      ("public_key", .string(key.hexadecimal)), ("pem", .string(key.pem)),
    ])
  }
}

/// `exhibit key show`, or only `exhibit key`: the public half, with which everybody can check the device's records.
struct ShowKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the device's id and its public key.",
    discussion: "The key itself stays in its folder, and is never shown.")

  @OptionGroup var device: DeviceOption
  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let path = try device.path(by: file)
    let key: PublicKey?
    do throws(Failure) { key = try DeviceFolder(path).publicKey() } catch {
      throw complaint(error.phrase)
    }
    guard let key else {
      throw complaint(
        Phrase(
          "key.absent",
          """
          There is no key in \(path). The first start of 'exhibit run' makes it; if it is in another folder, name \
          that with --device.
          """
        ))
    }
    try StandardOutput.print(json ? KeyCommand.json(key).text : KeyCommand.text(key))
  }
}

/// `exhibit key renew`: a new key, for which the old one vouches in the records.
struct RenewKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Make a new key, for which the old one vouches.",
    discussion: "Stop exhibit first. The old key is removed.")

  @OptionGroup var store: StoreOption
  @OptionGroup var device: DeviceOption
  @Flag(help: "Do it without a question.") var yes = false
  @OptionGroup var form: AnswerForm

  func run() throws {
    guard
      try yes
        || Phrase(
          "key.ask-renewal",
          """
          Give the device a new key? The old one vouches for it in this store, and is removed then; other stores \
          that the device has written to will say that nobody vouches for it. [y/n]
          """
        ).isAnsweredYes()
    else {
      return try CommandAnswer.tell(Phrase.questionDeclined)
    }
    let setup = StoreSetup(
      directory: try store.path(), device: try device.path(by: store.file),
      program: ProgramFacts(version: ProgramVersion.present))
    let renewal = try renewal(of: setup)
    for phrase in renewal.found + [
      Phrase(
        "key.renewed",
        """
        The device has a new key, for which that of device \(renewal.previous.deviceID) vouches. Write its \
        fingerprint down:
        """)
    ] {
      if !form.isJSON { try CommandAnswer.tell(phrase) }
    }
    try StandardOutput.print(
      form.isJSON ? KeyCommand.json(renewal.key).text : KeyCommand.text(renewal.key))
  }

  private func renewal(of setup: StoreSetup) throws -> KeyRenewal {
    do throws(Failure) {
      let renewal = try KeyRenewal(of: setup, at: try Moment.present())
      RebuildStoreCommand.giveToOwner(of: setup.directory)
      return renewal
    } catch {
      throw complaint(error.phrase)
    }
  }
}
