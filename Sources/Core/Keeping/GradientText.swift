/// A gradient as it is typed and kept: `on` or `off`, and its stops, each a place and a colour: `on 0 white 0.5 #ff8000 1 teal`.
struct GradientText: Hashable {
  /// Whether it is on.
  var isOn: Bool
  /// Its stops.
  var gradient: GlyphGradient

  /// It as `style` has it.
  init(of style: GlyphStyle) {
    (isOn, gradient) = (style.isGradientOn, style.gradient)
  }

  /// What `text` says; nil where it says no gradient.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, ["on", "off"].contains(first), words.count % 2 == 1 else {
      return nil
    }
    var stops: [GlyphGradient.Stop] = []
    for index in stride(from: 1, to: words.count, by: 2) {
      guard let place = GradientText.place(words[index]), let colour = GlyphColour(words[index + 1])
      else { return nil }
      stops.append(GlyphGradient.Stop(perMille: place, colour))
    }
    guard let gradient = stops.isEmpty ? .standard : GlyphGradient(stops: stops) else { return nil }
    (isOn, self.gradient) = (first == "on", gradient)
  }

  /// The gradient as it is kept.
  var text: String {
    let stops = gradient.stops.map { "\(GradientText.word($0.perMille)) \($0.colour.text)" }
    return ([isOn ? "on" : "off"] + stops).joined(separator: " ")
  }

  /// Its stops for people, each with its number.
  var stopWords: String {
    gradient.stops.enumerated()
      .map { "\($0 + 1): \($1.colour.text) at \(GradientText.word($1.perMille))" }
      .joined(separator: ", ")
  }

  /// The thousandths that `word`, a number from 0 to 1 with a point, comes to; nil where it is none.
  static func place(_ word: some StringProtocol) -> Int? {
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int($0) }), (0...1).contains(whole) else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    let digits = parts[1].prefix(3)
    guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let part = Int(digits) else {
      return nil
    }
    let perMille = whole * 1000 + part * (digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1)
    return perMille <= 1000 ? perMille : nil
  }

  /// `perMille` thousandths as a number from 0 to 1.
  static func word(_ perMille: Int) -> String {
    if perMille % 1000 == 0 { return "\(perMille / 1000)" }
    var digits = String(perMille % 1000).padded(to: 3)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(perMille / 1000).\(digits)"
  }
}
