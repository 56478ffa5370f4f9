import Board
import Core
import Drivers
import Imaging
import Terminal

/// The demo's screen: facts, laid out in the rows of a terminal.
///
/// From the top: a title, the picture with the sidebar at its right, the console, the keys. Nothing is told by colour
/// or by a sign alone.
struct DemoView {
  /// Below this there is no picture.
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

  /// What the terminal shows: as many rows as it has, all as wide as it is.
  var rows: [ScreenRow] {
    let rows = isLarge ? [title] + middle + bottom : least
    return DemoView.padded(rows, to: size.rows).map { $0.fitted(to: size.columns) }
  }

  /// Rows of the console that are shown, besides the line above them.
  var consoleHeight: Int {
    isLarge ? consoleRows(of: middleHeight) - 1 : max(1, size.rows - bottom.count)
  }

  /// Rows of the help that are shown at once, and how many there are.
  var help: (height: Int, count: Int) {
    (isLarge ? middleHeight : max(1, size.rows - bottom.count), helpRows.count)
  }

  private var isLarge: Bool {
    size.columns >= DemoView.leastSize.columns && size.rows >= DemoView.leastSize.rows
  }

  private var middleHeight: Int { size.rows - 1 - bottom.count }

  /// A terminal without room for more: what the console says, the help, or what light, capture and countdown are at;
  /// below it the keys, if there is a row for them.
  private var least: [ScreenRow] {
    let height = max(1, size.rows - bottom.count)
    let rows: [ScreenRow]
    switch facts.mode {
    case .keys: rows = status
    case .help: rows = Array(helpRows.dropFirst(facts.helpRowsAbove))
    case .line:
      // Where there is one row, it is the one that is typed into.
      if size.rows == 1 { return bottom }
      rows = facts.transcript.pane(width: size.columns, height: height).rows.map { ScreenRow($0) }
    }
    return DemoView.padded(rows, to: height) + bottom.prefix(max(0, size.rows - height))
  }

  private var status: [ScreenRow] {
    let sidebar = DemoSidebar(facts)
    let words = (sidebar.news + [sidebar.light, sidebar.capture]).joined(separator: " · ")
    return words.wrapped(to: size.columns).map { ScreenRow($0) }
  }

  private var title: ScreenRow {
    ScreenRow(
      Phrase("demo.title", "Exhibit demo · \(facts.elapsed.inWords) · \(facts.store)").told,
      .inverse)
  }

  /// Rows for the present use of the keyboard.
  private var bottom: [ScreenRow] {
    switch facts.mode {
    case .keys:
      let bar = isLarge ? DemoKeyBar(isPlugged: facts.isPlugged) : .least
      return bar.rows(in: size.columns)
    case .help: return helpEnd.told.wrapped(to: size.columns).map { ScreenRow($0, .faint) }
    case .line(let line):
      let prompt = DemoView.prompt(line, in: size.columns)
      return [prompt] + (isLarge ? DemoKeyBar.console.rows(in: size.columns) : [])
    }
  }

  private var helpEnd: Phrase {
    let others = Phrase.demoHelpLeave.told.wrapped(to: size.columns).count + (isLarge ? 1 : 0)
    return helpRows.count > size.rows - others
      ? Phrase("demo.help.more", "Any key leaves this page. PageDown: more") : .demoHelpLeave
  }

  private var helpRows: [ScreenRow] {
    DemoKeyBar.help.flatMap { $0.wrapped(to: size.columns) }.map { ScreenRow($0) }
  }

  private var middle: [ScreenRow] {
    guard facts.mode == .help else { return board(middleHeight) }
    return DemoView.padded(Array(helpRows.dropFirst(facts.helpRowsAbove)), to: middleHeight)
  }

  private func board(_ count: Int) -> [ScreenRow] {
    let console = self.console
    let height = count - console.count
    let (picture, width) = picture(height)
    let sidebar = DemoSidebar(facts).rows(height, columns: size.columns - width - DemoView.gap)
    return zip(picture, DemoView.padded(sidebar, to: height)).map { left, right in
      var row = left.fitted(to: width + DemoView.gap)
      row.append(right)
      return row
    } + console
  }

  /// The console has the larger half while somebody types into it, or reads what it said before.
  private func consoleRows(of count: Int) -> Int {
    if case .line = facts.mode { return count * 3 / 5 }
    return facts.transcript.rowsBelow > 0 ? count * 3 / 5 : count / 4
  }

  private var console: [ScreenRow] {
    let height = consoleHeight
    let (rows, hasMoreAbove) = facts.transcript.pane(width: size.columns, height: height)
    return [rule(hasMoreAbove)] + DemoView.padded(rows.map { ScreenRow($0) }, to: height)
  }

  /// The line above the console, which says where there is more of it.
  private func rule(_ hasMoreAbove: Bool) -> ScreenRow {
    let below = facts.transcript.rowsBelow
    let words =
      (hasMoreAbove ? [Phrase("demo.rows-above", "PageUp: more")] : [])
      + (below > 0 ? [Phrase("demo.rows-below", "PageDown: \(below) more")] : [])
    let text = words.map { "─ \($0.told) " }.joined()
    let rest = max(0, size.columns - text.displayColumns)
    return ScreenRow(text + String(repeating: "─", count: rest), .faint)
  }

  /// The picture in `height` rows, and how wide it is.
  private func picture(_ height: Int) -> (rows: [ScreenRow], width: Int) {
    let columns = size.columns - DemoView.sidebarWidth - DemoView.gap
    if let still = facts.still { return picture(of: still, columns, height) }
    guard let picture = facts.picture else {
      let missing =
        facts.isPlugged ? Phrase("demo.no-picture", "no picture yet") : Phrase.demoUnplugged
      return (
        DemoView.padded([ScreenRow(), ScreenRow("  " + missing.told)], to: height), columns
      )
    }
    let glyphs = GlyphPicture(of: picture, columns: columns, rows: height).rows
    let style: ScreenRow.Style = facts.isPlugged ? .plain : .faint
    let width = glyphs.first?.count ?? 0
    return (DemoView.padded(glyphs.map { ScreenRow($0, style) }, to: height), width)
  }

  /// A clip's still in place of the camera's picture, with a line that says so.
  private func picture(
    of still: ClipPlayer<Thumbnail>.Shown, _ columns: Int, _ height: Int
  ) -> (rows: [ScreenRow], width: Int) {
    let words = Phrase("demo.still", "\(still.place), in place of the camera; a press ends it.")
      .told.wrapped(to: columns)
    let glyphs = GlyphPicture(
      of: still.picture, columns: columns, rows: max(0, height - words.count))
    let rows = words.map { ScreenRow($0, .strong) } + glyphs.rows.map { ScreenRow($0) }
    return (DemoView.padded(rows, to: height), rows.map(\.columns).max() ?? 0)
  }

  /// The line with its cursor, which stays in view.
  private static func prompt(_ line: DemoLine, in columns: Int) -> ScreenRow {
    var before = ScreenRow(line.before).text
    var rest = ScreenRow(line.rest).text
    let atCursor = rest.isEmpty ? " " : String(rest.removeFirst())
    // What is behind it is cut with a sign of its own.
    let room = columns - 2 - max(1, atCursor.displayColumns) - (rest.isEmpty ? 0 : 1)
    while !before.isEmpty, before.displayColumns > room { before.removeFirst() }
    var row = ScreenRow(": " + before)
    row.append(atCursor, .inverse)
    row.append(rest)
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
  /// A clip's still that is shown in its place; nil while none is.
  var still: ClipPlayer<Thumbnail>.Shown?
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
  /// What the console has said.
  var transcript = DemoTranscript()
  /// Rows of the help above the first that is shown.
  var helpRowsAbove = 0
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

extension Phrase {
  static let demoUnplugged = Phrase("demo.unplugged", "camera unplugged")
  static let demoHelpLeave = Phrase("demo.help.leave", "Any key leaves this page.")
}
