import Core
import System

/// Output of a scripted demo: the virtual time and a sentence, a line at a time.
struct DemoOutput {
  private static let timeWidth = 10

  /// Why the output takes no more, once it doesn't.
  private(set) var failure: Failure?
  private var lights: Phrase?

  /// Prints each line of `text`.
  mutating func write(_ text: String, at elapsed: Duration) {
    let seconds = Figures.decimal(Int(elapsed.nanoseconds / 1_000_000), digits: 3).text
      .padded(to: DemoOutput.timeWidth, with: " ")
    for line in text.split(separator: "\n") { put("\(seconds)  \(String(line).printable)") }
  }

  /// Prints what became a piece.
  mutating func write(_ piece: StoredPiece, at elapsed: Duration) {
    let size = Figures.bytes(piece.byteCount)
    write(
      Phrase("demo.stored", "\(piece.file): \(size), SHA-256 \(piece.sha256).").told, at: elapsed)
  }

  /// Prints what light and buzzer do, if that has changed.
  mutating func write(light: Bool, buzzer: Bool, at elapsed: Duration) {
    let lights = Phrase(
      "demo.lights", "light \(DemoOutput.word(light)), buzzer \(DemoOutput.word(buzzer))")
    guard lights != self.lights else { return }
    self.lights = lights
    write(lights.told, at: elapsed)
  }

  private static func word(_ isOn: Bool) -> Phrase {
    isOn ? Phrase("demo.on", "on") : Phrase("demo.off", "off")
  }

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
