import Testing

@testable import Configuration

/// Files as accidents and strangers write them: whatever comes, an answer, never a crash.
@Suite struct MutationTests {
  static let valid = """
    store = "/tmp/a"
    language = "en"
    [camera]
    device = 0
    width = 640
    height = 480
    fps = 12.5
    controls = { gain = 3, "White Balance" = true }
    [button]
    chip = "c"
    line = "GPIO17"
    bias = "pull-up"
    [light]
    led = "ACT"
    [shutter]
    countdown_s = 0.5
    start = "countdown"
    [[analyser]]
    name = "eyes"
    command = ["/usr/bin/eyes", "-q"]
    kinds = ["photo"]
    [sync]
    at = 2026-03-27T15:44:28+01:00
    """

  /// Pieces of TOML that mutations put in, most likely to reach the corners of a parser.
  static let pieces = [
    "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'''", "\"\"\"", "#", "\n", "\r",
    "\\u0000",
    "\\", "1e308", "nan", "-", "0x", "1979-05-27", "true", "a.b.c", "\u{0}", "\u{1b}[2J",
    "\u{202e}",
    "é", "camera", "9223372036854775808",
  ].map { Array($0.utf8) }

  @Test func theFileThatMutationsStartFromIsValid() throws {
    _ = try Configuration(text: Self.valid)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func aDamagedFileIsReadOrRefusedInItsOwnLines(seed: UInt64) {
    var random = SplitMix(state: seed)
    var bytes = Array(Self.valid.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) { Self.damage(&bytes, &random) }
    expectAnAnswer(to: bytes)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func noiseIsReadOrRefusedInItsOwnLines(seed: UInt64) {
    var random = SplitMix(state: seed)
    let count = Int.random(in: 0...200, using: &random)
    expectAnAnswer(to: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
    let piece = pieces[Int.random(in: pieces.indices, using: &random)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: piece, at: start)
    case 2: bytes.replaceSubrange(start..<end, with: piece)
    default: bytes.insert(contentsOf: bytes[start..<end], at: start)
    }
  }

  private func expectAnAnswer(to bytes: [UInt8]) {
    let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    do {
      _ = try Configuration([Document(bytes, file: "e.toml")])
    } catch {
      #expect((1...ConfigurationErrors.limit).contains(error.errors.count))
      for error in error.errors {
        #expect((1...lineCount).contains(error.line ?? 0), "\(error)")
        let isFitForATerminal = !error.description.unicodeScalars.contains(where: \.isControl)
        #expect(isFitForATerminal, "\(error)")
      }
    }
  }
}

/// The generator SplitMix64: small, seeded, the same everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
