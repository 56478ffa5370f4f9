import Core
import Drivers
import Imaging

/// The demo's screen: facts, laid out in the rows of a terminal.
///
/// From the top: a title, the picture with the sidebar at its right, the console, the keys. Nothing is told by colour
/// or by a sign alone.
struct DemoView {
  /// Below this only the status line is shown.
  private static let leastSize = Screen.Size(columns: 40, rows: 12)
  private static let sidebarWidth = 26
  private static let gap = 2

  private let facts: DemoFacts
  private let size: Screen.Size

  /// The view of `facts` on a terminal of `size`.
  init(_ facts: DemoFacts, in size: Screen.Size) {
    self.facts = facts
    self.size = size
  }

  /// What the terminal shows: as many rows as it has, none wider than it is.
  var rows: [ScreenRow] {
    guard size.columns >= DemoView.leastSize.columns, size.rows >= DemoView.leastSize.rows else {
      return [statusLine.fitted(to: size.columns)]
    }
    let bottom = self.bottom
    let middle = size.rows - 1 - bottom.count
    let rows = [title] + (facts.mode == .help ? help(middle) : board(middle)) + bottom
    return rows.map { $0.fitted(to: size.columns) }
  }

  private var statusLine: ScreenRow {
    if case .line(let line) = facts.mode { return DemoView.prompt(line, in: size.columns) }
    let sidebar = DemoSidebar(facts)
    return ScreenRow((sidebar.news + [sidebar.light, sidebar.capture]).joined(separator: " · "))
  }

  private var title: ScreenRow {
    ScreenRow(Phrase.demoTitle(facts.elapsed.inWords, facts.store).english, .inverse)
  }

  /// Rows for the present use of the keyboard.
  private var bottom: [ScreenRow] {
    switch facts.mode {
    case .keys: DemoKeyBar(isPlugged: facts.isPlugged).rows(in: size.columns)
    case .help: [ScreenRow(Phrase.demoHelpLeave.english, .faint)]
    case .line(let line):
      [
        DemoView.prompt(line, in: size.columns),
        ScreenRow(Phrase.demoConsoleKeys.english, .faint),
      ]
    }
  }

  private func help(_ count: Int) -> [ScreenRow] {
    let lines = DemoKeyBar.help.flatMap { $0.wrapped(to: size.columns) }
    return DemoView.padded(lines.map { ScreenRow($0) }, to: count)
  }

  private func board(_ count: Int) -> [ScreenRow] {
    let console = self.console(atMost: consoleRows(of: count))
    let height = count - console.count
    let (picture, width) = picture(height)
    let sidebar = DemoSidebar(facts).rows(height, columns: size.columns - width - DemoView.gap)
    return zip(picture, DemoView.padded(sidebar, to: height)).map { left, right in
      var row = left.fitted(to: width + DemoView.gap)
      row.append(right)
      return row
    } + console
  }

  /// The console has the larger half while somebody types into it.
  private func consoleRows(of count: Int) -> Int {
    if case .line = facts.mode { return count * 3 / 5 }
    return count / 4
  }

  private func console(atMost count: Int) -> [ScreenRow] {
    let rule = ScreenRow(String(repeating: "─", count: size.columns), .faint)
    let lines = facts.transcript.suffix(count).flatMap { $0.wrapped(to: size.columns) }
    return [rule] + DemoView.padded(lines.suffix(count - 1).map { ScreenRow($0) }, to: count - 1)
  }

  /// The picture in `height` rows, and how wide it is.
  private func picture(_ height: Int) -> (rows: [ScreenRow], width: Int) {
    let columns = size.columns - DemoView.sidebarWidth - DemoView.gap
    guard let picture = facts.picture else {
      let missing = facts.isPlugged ? Phrase.demoNoPicture : Phrase.demoUnplugged
      return (
        DemoView.padded([ScreenRow(), ScreenRow("  " + missing.english)], to: height), columns
      )
    }
    let glyphs = GlyphPicture(of: picture, columns: columns, rows: height).rows
    let style: ScreenRow.Style = facts.isPlugged ? .plain : .faint
    let width = glyphs.first?.count ?? 0
    return (DemoView.padded(glyphs.map { ScreenRow($0, style) }, to: height), width)
  }

  /// The line with a cursor after it; its end stays in view.
  private static func prompt(_ line: String, in columns: Int) -> ScreenRow {
    var tail = ScreenRow(line).text
    while !tail.isEmpty, tail.displayColumns > columns - 3 { tail.removeFirst() }
    var row = ScreenRow(": " + tail)
    row.append(" ", .inverse)
    return row
  }

  private static func padded(_ rows: [ScreenRow], to count: Int) -> [ScreenRow] {
    rows.prefix(count) + Array(repeating: ScreenRow(), count: max(0, count - rows.count))
  }
}

/// All that the demo's screen shows at one moment.
struct DemoFacts {
  /// Picture of the camera, or nil before its first frame.
  var picture: Thumbnail?
  /// Whether the light is lit at this instant.
  var isLit = false
  /// Situation that the light shows, in words.
  var situation = ""
  /// Whether the buzzer sounds at this instant.
  var isBuzzing = false
  /// State of capture, in words.
  var capture = ""
  /// What is left of the countdown, or nil when nothing is counted.
  var countdown: Duration?
  /// The last pieces in words, the newest first.
  var pieces: [String] = []
  /// Lines of the console, oldest first.
  var transcript: [String] = []
  /// Use of the keyboard, and the console's line as it is typed.
  var mode = DemoKeys.Mode.keys
  /// Whether the camera is plugged in.
  var isPlugged = true
  /// Whether the board is being moved.
  var isShaking = false
  /// The folder of the store.
  var store = ""
  /// The time since the demo began.
  var elapsed = Duration.zero
}

extension String {
  /// Its words in lines of at most `width` columns, which are more than none; a longer word stands alone, and is cut
  /// where it is shown.
  func wrapped(to width: Int) -> [String] {
    guard displayColumns > width else { return [self] }
    var lines: [String] = []
    for word in split(separator: " ") {
      let longer = (lines.last.map { $0 + " " } ?? "") + word
      if lines.isEmpty || longer.displayColumns > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines
  }
}

extension Phrase {
  static func demoTitle(_ time: String, _ store: String) -> Phrase {
    Phrase("demo.title", "Exhibit demo · {1} · {2}", time, store)
  }

  static let demoUnplugged = Phrase("demo.unplugged", "camera unplugged")
  static let demoNoPicture = Phrase("demo.no-picture", "no picture yet")

  static let demoConsoleKeys = Phrase(
    "demo.console-keys", "Enter sends the line · Esc leaves the console")

  static let demoHelpLeave = Phrase("demo.help.leave", "Any key leaves this page.")
}
