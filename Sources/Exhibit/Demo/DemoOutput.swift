import Core
import Glibc

/// Output of a scripted demo: the virtual time and a sentence, a line at a time.
struct DemoOutput {
  private static let timeWidth = 10

  private var lights: Phrase?

  /// Prints each line of `text`.
  func write(_ text: String, at elapsed: Duration) {
    let seconds = Figures.decimal(Int(elapsed.nanoseconds / 1_000_000), digits: 3)
      .padded(to: DemoOutput.timeWidth, with: " ")
    for line in text.split(separator: "\n") {
      DemoOutput.print("\(seconds)  \(String(line).printable)")
    }
  }

  /// Prints what became a piece.
  func write(_ piece: StoredPiece, at elapsed: Duration) {
    let size = Figures.bytes(piece.byteCount)
    write(Phrase.demoStored(piece.file, size, piece.sha256).english, at: elapsed)
  }

  /// Prints what light and buzzer do, if that has changed.
  mutating func write(light: Bool, buzzer: Bool, at elapsed: Duration) {
    let lights = Phrase.demoLights(light ? "on" : "off", buzzer ? "on" : "off")
    guard lights != self.lights else { return }
    self.lights = lights
    write(lights.english, at: elapsed)
  }

  /// Writes a line to standard output; nobody is left to tell if that takes nothing.
  static func print(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }
}

extension Phrase {
  static func demoStored(_ file: String, _ size: String, _ sha256: String) -> Phrase {
    Phrase("demo.stored", "{1}: {2}, SHA-256 {3}.", file, size, sha256)
  }

  static func demoLights(_ light: String, _ buzzer: String) -> Phrase {
    Phrase("demo.lights", "light {1}, buzzer {2}", light, buzzer)
  }
}
