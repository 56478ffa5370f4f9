import Core

/// Output of a scripted demo: the virtual time and a sentence, a line at a time.
struct DemoOutput {
  private static let timeWidth = 10

  /// Why the output takes no more, once it doesn't.
  private(set) var failure: Failure?
  private var lights: Phrase?

  /// Prints each line of `text`.
  mutating func write(_ text: String, at elapsed: Duration) {
    let seconds = Figures.decimal(Int(elapsed.nanoseconds / 1_000_000), digits: 3)
      .padded(to: DemoOutput.timeWidth, with: " ")
    for line in text.split(separator: "\n") { put("\(seconds)  \(String(line).printable)") }
  }

  /// Prints what became a piece.
  mutating func write(_ piece: StoredPiece, at elapsed: Duration) {
    let size = Figures.bytes(piece.byteCount)
    write(Phrase.demoStored(piece.file, size, piece.sha256).told, at: elapsed)
  }

  /// Prints what light and buzzer do, if that has changed.
  mutating func write(light: Bool, buzzer: Bool, at elapsed: Duration) {
    let lights = Phrase.demoLights(DemoOutput.word(light), DemoOutput.word(buzzer))
    guard lights != self.lights else { return }
    self.lights = lights
    write(lights.told, at: elapsed)
  }

  private static func word(_ isOn: Bool) -> Phrase { isOn ? .demoOn : .demoOff }

  /// Writes a line to standard output.
  static func print(_ line: String) throws(Failure) {
    do throws(SystemError) {
      try StandardOutput.write(line)
    } catch {
      throw StandardOutput.failure(error)
    }
  }

  private mutating func put(_ line: String) {
    guard failure == nil else { return }
    do throws(Failure) { try DemoOutput.print(line) } catch { failure = error }
  }
}

extension Phrase {
  static func demoStored(_ file: String, _ size: String, _ sha256: String) -> Phrase {
    Phrase("demo.stored", "{1}: {2}, SHA-256 {3}.", file, size, sha256)
  }

  static let demoOn = Phrase("demo.on", "on")
  static let demoOff = Phrase("demo.off", "off")

  static func demoLights(_ light: Phrase, _ buzzer: Phrase) -> Phrase {
    Phrase("demo.lights", "light {1}, buzzer {2}", light, buzzer)
  }
}
