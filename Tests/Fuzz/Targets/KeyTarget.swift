import CLinux
import Core
import Glibc
import System

@testable import Evidence

/// A text in each place where a key, a signature, a head or the facts of a file could be read.
enum KeyTarget {
  /// Every file system with attributes has room for so many bytes of one.
  private static let longestAttribute = 3000
  private static let file: String = Scratch.path + "/facts"

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let text = reader.text()
    readKeys(text)
    if let head = Head(text) { claim(Head(head.text) == head, "a head is not what it says") }
    readFacts(Array(input))
  }

  private static func readKeys(_ text: String) {
    if let key = DeviceKey(pem: text) {
      claim(DeviceKey(pem: key.pem)?.publicKey == key.publicKey, "a key is not what it says")
    }
    if let bytes = PEM.key(in: text, "PUBLIC KEY", after: PEM.publicPrefix) {
      claim(bytes.count == 32, "a key of \(bytes.count) bytes")
      claim(!PublicKey(bytes).verifies(text, of: text), "a signature of nobody's")
    }
    if let key = PublicKey(hexadecimal: text) {
      claim(PublicKey(hexadecimal: key.hexadecimal) == key, "a key is not what it says")
    }
  }

  private static func readFacts(_ bytes: [UInt8]) {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(opening: file, O_RDWR | O_CREAT)
      let bytes = bytes.prefix(KeyTarget.longestAttribute) + [0x20]
      let isAttached = bytes.withUnsafeBytes {
        fsetxattr(descriptor.number, FileFacts.attribute, $0.baseAddress, $0.count, 0) == 0
      }
      claim(isAttached, "\(file) takes no attributes: choose another EXHIBIT_FUZZ_SCRATCH")
      guard let facts = FileFacts(of: descriptor) else { return }
      let nobody = PublicKey([UInt8](repeating: 7, count: 32))
      claim(!facts.areBelieved(by: nobody, in: facts.store.map { [$0] } ?? []), "nobody signed")
    } catch {
      fatalError("\(file): \(error.reason)")
    }
  }
}
