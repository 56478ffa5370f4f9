import CLinux
import Core
import Glibc
import System

/// What is known of a photo besides its bytes, and travels with its file in an extended attribute: so a power cut
/// between the file and its row costs nothing but the row.
///
/// Best effort: some file systems have no such attributes, and copies often leave them behind.
struct FileFacts {
  /// Name of the attribute (xattr(7)).
  static let attribute = "user.exhibit.facts"
  /// More than any photo's; a file system has room for one block at least.
  private static let longest = 4000

  /// The payload that the photo's record is to have, with the store that it was made for.
  let facts: CanonicalJSON
  /// The device's, over `facts`.
  let signature: String

  /// Facts that `key` vouches for.
  init(_ facts: CanonicalJSON, signedBy key: DeviceKey) {
    self.facts = facts
    signature = key.signature(of: Chain.message(of: facts))
  }

  /// The facts of the open file `descriptor`; nil where it has none.
  init?(of descriptor: borrowing FileDescriptor) {
    var bytes = [UInt8](repeating: 0, count: FileFacts.longest)
    let count = fgetxattr(descriptor.number, FileFacts.attribute, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    signature = String(parts[0])
    facts = CanonicalJSON(spelled: String(parts[1]))
  }

  /// Attaches them to the open file `descriptor`; says whether its file system takes them.
  @discardableResult
  func attach(to descriptor: borrowing FileDescriptor, on medium: any Medium) -> Bool {
    let bytes = Array("\(signature)\n\(facts.text)".utf8)
    return (try? medium.setAttribute(FileFacts.attribute, bytes, of: descriptor)) != nil
  }

  /// The store that they were made for; nil where they don't say.
  var store: String? { JSONParser.value(of: facts.text.utf8)?.text("store") }

  /// Whether the device with `key` has signed them for one of `stores`.
  func areBelieved(by key: PublicKey, in stores: [String]) -> Bool {
    key.verifies(signature, of: Chain.message(of: facts)) && store.map(stores.contains) ?? true
  }
}
