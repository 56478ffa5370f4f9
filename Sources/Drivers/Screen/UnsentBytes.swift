import Core
import System

/// Bytes that a terminal still has to be sent, in order.
struct UnsentBytes {
  private var bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Sends what `write` takes, until it takes no more; says whether all of it is sent.
  ///
  /// - Parameter write: takes as many bytes as it can without blocking, and says how many.
  mutating func flush(
    by write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Bool {
    while !bytes.isEmpty {
      let taken = try bytes.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try write(bytes) }
      }.get()
      guard taken > 0 else { return false }
      bytes.removeFirst(taken)
    }
    return true
  }
}
