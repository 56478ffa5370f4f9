import Core
import Door
import Glibc
import System

/// What each target is called, and what it does with one input.
private let targets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
  "picture": PictureTarget.run, "frames": FrameTarget.run, "clip": ClipTarget.run,
  "payload": PayloadTarget.run,
  "records": RecordTarget.run, "store": StoreTarget.run, "key": KeyTarget.run,
  "configuration": ConfigurationTarget.run, "language": LanguageTarget.run,
  "console": ConsoleTarget.run, "door": DoorTarget.run, "commands": CommandTarget.run,
  "guide": GuideTarget.run,
  "analyser": AnalyserTarget.run,
]

/// The target that the environment chose for this process.
private let chosen: @Sendable (UnsafeRawBufferPointer) -> Void = {
  let name = getenv("EXHIBIT_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("EXHIBIT_FUZZ_TARGET is one of \(targets.keys.sorted())")
  }
  return target
}()

/// Called by libFuzzer, or by `replay.c`, with one input after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

/// Ends the process, as a crash does, unless `holds`: so the fuzzer keeps the input.
func claim(_ holds: Bool, _ words: @autoclosure () -> String) {
  if !holds { fatalError(words()) }
}

/// Ends the process if a terminal that is told `text` would do more than show it.
func claimHarmless(_ text: String, _ name: String) {
  claim(!text.unicodeScalars.contains { $0.isControl && $0 != "\n" }, "\(name) steers: \(text)")
}

/// A connection of a session with somebody who sends the input.
struct Wire: ~Copyable {
  /// The far side.
  let peer: FileDescriptor
  /// The session's side.
  let stream: SocketStream

  init() {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { fatalError("socketpair: \(errno)") }
    peer = FileDescriptor(owning: ends[1])
    stream = SocketStream(over: FileDescriptor(owning: ends[0]))
  }

  /// Sends `bytes`, as far as there is room.
  func send(_ bytes: ArraySlice<UInt8>) {
    _ = bytes.withUnsafeBytes { write(peer.number, $0.baseAddress, $0.count) }
  }

  /// All that has come back.
  func received() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var all: [UInt8] = []
    while true {
      let count = read(peer.number, &bytes, bytes.count)
      guard count > 0 else { return all }
      all += bytes[..<count]
    }
  }

  /// Sends no more.
  func end() { shutdown(peer.number, Int32(SHUT_WR)) }
}

/// A folder of this process's own, of which nothing is left at its end.
enum Scratch {
  /// Path of the folder, which is made at the first use.
  static let path: String = {
    let path = "\(getenv("EXHIBIT_FUZZ_SCRATCH").map { String(cString: $0) } ?? "/tmp")/\(getpid())"
    guard mkdir(path, 0o700) == 0 else { fatalError("mkdir \(path): errno \(errno)") }
    return path
  }()
}

/// Takes an input apart from its beginning.
struct InputReader {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ input: UnsafeRawBufferPointer) { rest = input[...] }

  /// Whether nothing is left.
  var isEmpty: Bool { rest.isEmpty }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// All up to the next `separator`, or to the end.
  mutating func part(to separator: UInt8) -> [UInt8] {
    let end = rest.firstIndex(of: separator) ?? rest.endIndex
    let part = Array(rest[rest.startIndex..<end])
    rest = rest[(end < rest.endIndex ? end + 1 : end)...]
    return part
  }

  /// The next `count` bytes, or as many as are left.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let part = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return part
  }

  /// All that is left, as text.
  mutating func text() -> String { String(decoding: bytes(.max), as: UTF8.self) }
}
