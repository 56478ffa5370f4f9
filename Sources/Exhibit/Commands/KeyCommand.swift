import ArgumentParser
import Core
import Evidence

/// The option that names the folder of the device's key.
struct DeviceOption: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: "The folder of the device's key; that of the configuration unless given.")
  var given: String?

  /// The folder's path, by the configuration in `file` unless it is given.
  func path(by file: ConfigurationFile) throws -> String { try given ?? file.plan().device }
}

/// `exhibit key`: the public half of the device's key, with which everybody can check its records.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Show the device's id and its public key.",
    discussion: "The key itself stays in its folder, and is never shown.")

  @OptionGroup var device: DeviceOption
  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let path = try device.path(by: file)
    let key: PublicKey?
    do throws(Failure) { key = try DeviceFolder(path).publicKey() } catch {
      throw complaint(error.phrase.told)
    }
    guard let key else { throw complaint(Phrase.keyAbsent(path).told) }
    try StandardOutput.print(json ? KeyCommand.json(key).text : KeyCommand.text(key))
  }

  /// Id and fingerprint, a line each, and the key as OpenSSL reads it.
  static func text(_ key: PublicKey) -> String {
    let lines = [Phrase.keyID(key.deviceID), .keyFingerprint(key.fingerprint)].map(\.told)
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

extension Phrase {
  static func keyID(_ id: String) -> Phrase { Phrase("key.id", "Device: {1}", id) }

  static func keyFingerprint(_ fingerprint: String) -> Phrase {
    Phrase("key.fingerprint", "Fingerprint (SHA-256): {1}", fingerprint)
  }

  static func keyAbsent(_ folder: String) -> Phrase {
    Phrase(
      "key.absent",
      """
      There is no key in {1}. The first start of 'exhibit run' makes it; if it is in another \
      folder, name that with --device.
      """, folder)
  }
}
