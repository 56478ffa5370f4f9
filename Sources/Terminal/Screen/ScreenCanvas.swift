import Core
import Door
import System

/// Rows that a terminal shows, and bytes still to be sent to it: only rows that changed, whole sequences.
///
/// At most one row waits for a terminal that takes no more; the others are painted when it does, as
/// they are then. Each paint begins below the row where the one before had to stop, so that on a slow
/// line rows that change all the time leave room for those below.
struct ScreenCanvas {
  private let capabilities: TerminalCapabilities
  private var size: Screen.Size?
  /// The bytes that made each row, or nil where that is not known.
  private var shown: [[UInt8]?] = []
  /// The row that comes first.
  private var first = 0
  private var unsent: UnsentBytes

  /// A canvas that first of all sends `unsent`.
  init(_ capabilities: TerminalCapabilities, unsent: UnsentBytes = UnsentBytes([])) {
    self.capabilities = capabilities
    self.unsent = unsent
  }

  /// Forgets what the terminal shows, so that the next paint sends all of it.
  mutating func forget() {
    size = nil
  }

  /// Begins anew with a terminal that shows something else: first of all sends `opening`.
  mutating func begin(with opening: some Sequence<UInt8>) {
    size = nil
    unsent = UnsentBytes(opening)
  }

  /// Makes a terminal of `size` show `rows` from the top and nothing below.
  ///
  /// - Parameter write: takes as many bytes as it can without blocking, and says how many.
  /// - Returns: whether the terminal has been sent everything.
  @discardableResult
  mutating func paint(
    _ rows: [ScreenRow], in size: Screen.Size,
    by write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Bool {
    if size != self.size {
      self.size = size
      shown = Array(repeating: nil, count: size.rows)
      first = 0
    }
    guard try unsent.flush(by: write) else { return false }
    for index in Array(first..<size.rows) + Array(0..<first) {
      let row = index < rows.count ? rows[index] : ScreenRow()
      let bytes = row.encoded(at: index, width: size.columns, capabilities)
      guard bytes != shown[index] else { continue }
      shown[index] = bytes
      unsent = UnsentBytes(bytes)
      first = (index + 1) % size.rows
      guard try unsent.flush(by: write) else { return false }
    }
    first = 0
    return true
  }
}

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
