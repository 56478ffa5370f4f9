import ArgumentParser
import Core
import Drivers
import Terminal

/// The options of how a picture looks as glyphs.
struct GlyphOptions: ParsableArguments {
  @Option(help: "What it is drawn with: ascii, shapes, circles, squares, triangles or diamonds.")
  var effect: String?

  @Option(help: "How fine it is, 0 to 100: 40 columns to 180.")
  var cell: Int?

  @Option(help: "How far glyphs stray by chance, 0 to 100.")
  var jitter: Int?

  @Option(help: "How much it is blurred, 0 to 100.")
  var softy: Int?

  @Option(help: "How hard edges are, 0 to 100.")
  var edge: Int?

  @Option(help: "Contrast, 0 to 100; 50 leaves it as it is.")
  var contrast: Int?

  @Flag(help: "Dark is dense, for terminals with dark letters on white.")
  var invert = false

  @Option(
    help: "The glyphs' colour: black, white, cyan, magenta, yellow, orange, pink, teal or #rrggbb.")
  var symbols: String?

  @Option(help: "The colour behind them.")
  var background: String?

  @Option(help: "Two to four colours of the glyphs from top to bottom, with commas between.")
  var gradient: String?

  @Option(help: "How many colours: none, 16, 256 or 24 for 24 bits.")
  var colour: String?

  @Flag(help: "Letters of 7 bits alone.")
  var sevenBit = false

  /// The glyphs that there are.
  var charset: Charset { sevenBit ? .ascii : OutputTerminal.charset }

  /// Whether they say no more than how many colours the terminal has.
  var isOfTerminal: Bool {
    let words = [effect, symbols, background, gradient]
    return words.allSatisfy { $0 == nil } && parameters.allSatisfy { $0.1 == nil } && !invert
      && !sevenBit
  }

  /// The style that they come to.
  ///
  /// - Parameter clamped: hears of what was out of range.
  func style(clamped: (Phrase) -> Void) throws -> GlyphStyle {
    var style = GlyphStyle()
    if let effect { style.choose(try GlyphOptions.word(effect, "--effect")) }
    for (parameter, asked) in parameters {
      guard let asked else { continue }
      let number = style.set(parameter, to: asked)
      if number.wasClamped {
        clamped(
          Phrase(
            "glyphs.clamped",
            "\(parameter.rawValue) goes from 0 to 100, so \(number.asked) became \(number.value)."))
      }
    }
    style.isInverted = invert
    style.depth = try colour.map { try GlyphOptions.word($0, "--colour") } ?? OutputTerminal.depth
    try paint(&style)
    return style
  }

  private var parameters: [(GlyphParameter, Int?)] {
    [(.cell, cell), (.jitter, jitter), (.softy, softy), (.edge, edge), (.contrast, contrast)]
  }

  private func paint(_ style: inout GlyphStyle) throws {
    if let symbols { style.choose(try GlyphOptions.paint(symbols), for: .symbols) }
    if let background { style.choose(try GlyphOptions.paint(background), for: .background) }
    guard let gradient else { return }
    let colours = try gradient.split(separator: ",").map { try GlyphOptions.paint($0) }
    let stops = colours.enumerated().map { index, colour in
      GlyphGradient.Stop(perMille: 1000 * index / max(1, colours.count - 1), colour)
    }
    guard let chosen = GlyphGradient(stops: stops) else {
      throw ValidationError(
        Phrase("glyphs.gradient-count", "A gradient has two to four colours.").told)
    }
    style.gradient = chosen
    style.turnGradient(on: true)
  }

  private static func paint(_ text: some StringProtocol) throws -> GlyphColour {
    guard let colour = GlyphColour(text) else {
      let names = GlyphPreset.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        Phrase(
          "glyphs.no-colour",
          "'\(String(text).printable)' is no colour: it is one of \(names), or #rrggbb."
        ).told)
    }
    return colour
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, _ option: String
  ) throws -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        Phrase("glyphs.no-word", "\(option) is one of \(words), not '\(text.printable)'.").told)
    }
    return word
  }
}
