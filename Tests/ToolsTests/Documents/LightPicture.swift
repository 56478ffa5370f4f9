import Core

/// The light's signs as an SVG: a row for each, six seconds wide, with its name and its words.
enum LightPicture {
  /// From a start to the end, as a user meets them.
  static let patterns: [Pattern] = [
    .starting, .ready, .pressHeard, .counting, .frameKept, .storing, .stored, .recording,
    .cancelled, .next,
    .asked, .refused, .status,
    .paused, .storageLow, .fault, .shuttingDown,
  ]

  private static let seconds = 6
  private static let pixelsPerSecond = 90
  private static let (left, top, rowHeight, barHeight) = (140, 96, 36, 22)
  private static var right: Int { left + seconds * pixelsPerSecond }
  private static var bottom: Int { top + patterns.count * rowHeight }

  /// The whole file.
  static var text: String {
    let marks = (0...seconds).flatMap(mark)
    let rows = patterns.enumerated().flatMap { row($0.element, at: top + $0.offset * rowHeight) }
    return (head + marks + rows + ["</svg>"]).map { $0 + "\n" }.joined()
  }

  private static var head: [String] {
    let words = patterns.map { "\($0.rawValue): \(SignCourse.light(of: $0).words)" }
    return [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1110 \(bottom + 10)" role="img" \
      aria-labelledby="title words">
      <title id="title">What the light says</title>
      <desc id="words">\(words.joined(separator: "; ")).</desc>
      <style>
        svg { background: #ffffff; }
        text { font: 14px sans-serif; fill: #1a1a1a; }
        .title { font-size: 20px; font-weight: bold; }
        .name { font-weight: bold; }
        .faint { fill: #595959; }
        .second { stroke: #8a8a8a; stroke-width: 1; }
        .dark { fill: #1a1a1a; stroke: #595959; }
        .lit { fill: #ffd23f; }
        @media (prefers-color-scheme: dark) {
          svg { background: #161616; }
          text { fill: #f2f2f2; }
          .faint { fill: #b4b4b4; }
          .dark { fill: #000000; stroke: #b4b4b4; }
        }
      </style>
      <text x="20" y="38" class="title">What the light says</text>
      <text x="20" y="62" class="faint">Yellow is lit, black is dark. The first \
      \(seconds) seconds of each sign.</text>
      """
    ]
  }

  private static func mark(second: Int) -> [String] {
    let x = left + second * pixelsPerSecond
    return [
      "<text x=\"\(x)\" y=\"\(top - 12)\" text-anchor=\"middle\" class=\"faint\">\(second) s</text>",
      "<path class=\"second\" d=\"M\(x) \(top - 6) V\(bottom - 8)\"/>",
    ]
  }

  private static func row(_ pattern: Pattern, at y: Int) -> [String] {
    let course = SignCourse.light(of: pattern)
    return [
      "<text x=\"20\" y=\"\(y + 16)\" class=\"name\">\(pattern.rawValue)</text>",
      bar("dark", from: 0, to: seconds * 1000, at: y),
    ]
      + course.spans.filter { $0.lowerBound < seconds * 1000 }.map { span in
        bar("lit", from: span.lowerBound, to: min(span.upperBound, seconds * 1000), at: y)
      }
      + ["<text x=\"\(right + 20)\" y=\"\(y + 16)\">\(course.words)</text>"]
  }

  /// A bar between two instants in milliseconds.
  private static func bar(_ kind: String, from start: Int, to end: Int, at y: Int) -> String {
    let (x, width) = (pixels(start), pixels(end - start))
    return """
      <rect class="\(kind)" x="\(Double(left) + x)" y="\(y)" width="\(width)" height="\(barHeight)"/>
      """
  }

  private static func pixels(_ milliseconds: Int) -> Double {
    Double(milliseconds * pixelsPerSecond) / 1000
  }
}
