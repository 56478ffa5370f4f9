import Core
import Drivers
import Terminal

/// Column beside the picture: light, buzzer, capture, countdown, the last pieces.
struct DemoSidebar {
  private let facts: DemoFacts

  init(_ facts: DemoFacts) {
    self.facts = facts
  }

  /// The light in words.
  var light: String {
    (facts.isLit
      ? Phrase("demo.lit", "light on: \(facts.situation)")
      : Phrase("demo.dark", "light off: \(facts.situation)")).told
  }

  /// State of capture, in words.
  var capture: String { Phrase("demo.capture", "Capture: \(facts.capture)").told }

  /// Exceptions in words: the countdown, an unplugged camera, movement.
  var news: [String] {
    var news: [String] = []
    if let countdown = facts.countdown {
      news.append(Phrase("demo.counting", "counting: \(countdown.inTenths) s").told)
    }
    if !facts.isPlugged { news.append(Phrase.demoUnplugged.told) }
    if facts.isShaking { news.append(Phrase("demo.shaking", "being moved").told) }
    return news
  }

  /// At most `count` rows; what matters less stands below and is left out first.
  func rows(_ count: Int, columns: Int) -> [ScreenRow] {
    let words =
      signs + news.map { ScreenRow($0, .alarm) } + [ScreenRow(capture)]
    let above = words.flatMap { $0.wrapped(to: columns) }
    let digits = above.count + self.digits.count <= count ? self.digits : []
    return Array((above + digits + pieces.flatMap { $0.wrapped(to: columns) }).prefix(count))
  }

  private var signs: [ScreenRow] {
    let buzzer =
      (facts.isBuzzing
      ? Phrase("demo.buzzing", "buzzer on") : Phrase("demo.silent", "buzzer silent")).told
    return [
      ScreenRow((facts.isLit ? "(●) " : "(○) ") + light, facts.isLit ? .lit : .plain),
      ScreenRow((facts.isBuzzing ? "(♪) " : "( ) ") + buzzer, facts.isBuzzing ? .lit : .plain),
    ]
  }

  /// The seconds that are left, rounded up: three until two are left.
  private var digits: [ScreenRow] {
    guard let countdown = facts.countdown, countdown > .zero else { return [] }
    let seconds = Int((countdown + .nanoseconds(999_999_999)).components.seconds)
    return [ScreenRow()] + BigDigits.rows(of: seconds).map { ScreenRow("  " + $0, .strong) }
  }

  private var pieces: [ScreenRow] {
    let pieces = facts.pieces.isEmpty ? [Phrase.listEmpty.told] : facts.pieces
    return [ScreenRow(), ScreenRow(Phrase("demo.pieces", "Latest pieces").told, .strong)]
      + pieces.map { ScreenRow($0) }
  }
}

extension ScreenRow {
  /// The row in as many as its words take; it is of one style.
  fileprivate func wrapped(to width: Int) -> [ScreenRow] {
    guard columns > width, let style = runs.first?.style else { return [self] }
    return text.wrapped(to: width).map { ScreenRow($0, style) }
  }
}

/// A number in digits that are read across a room, five rows high.
enum BigDigits {
  /// Three by five points a digit; a point is two cells, which is about square.
  private static let font = [
    ["###", "# #", "# #", "# #", "###"], [" # ", "## ", " # ", " # ", "###"],
    ["###", "  #", "###", "#  ", "###"], ["###", "  #", "###", "  #", "###"],
    ["# #", "# #", "###", "  #", "  #"], ["###", "#  ", "###", "  #", "###"],
    ["###", "#  ", "###", "# #", "###"], ["###", "  #", "  #", "  #", "  #"],
    ["###", "# #", "###", "# #", "###"], ["###", "# #", "###", "  #", "###"],
  ]

  /// The rows of `number`, which is not negative, from the top.
  static func rows(of number: Int) -> [String] {
    let digits = String(number).compactMap(\.wholeNumberValue).map { font[$0] }
    return (0..<5).map { row in
      digits.map { digit in
        digit[row].map { $0 == "#" ? "██" : "  " }.joined()
      }.joined(separator: "  ")
    }
  }
}
