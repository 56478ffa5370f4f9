import Core
import Evidence

/// `index.html`: all pictures of an export on one page, which needs no network, no script and no other file but the
/// pictures.
///
/// It reads well aloud too: a heading for each thing, its pictures as a list, and what each picture is in words. What
/// is in it comes from people and cameras, so every text is escaped.
struct ContactSheet {
  static let file = "index.html"

  private let contents: ExportContents

  init(of contents: ExportContents) {
    self.contents = contents
  }

  /// The page.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <style>
    \(ContactSheet.style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(title)</h1>
    <p>\(summary)</p>
    </header>
    <main>
    \(contents.things.map(section).joined(separator: "\n"))
    </main>
    <footer>
    <h2>Where this comes from</h2>
    \(origin)
    </footer>
    </body>
    </html>

    """
  }

  private var title: String { "Evidence of \(Count.things(contents.things.count))" }

  private var summary: String {
    let times = contents.pieces.compactMap(\.item.piece.captured).map(\.text).sorted()
    let pieces = Count.pieces(contents.pieces.count)
    guard let first = times.first, let last = times.last else { return "\(pieces), time unknown." }
    return "\(pieces), taken from \(ContactSheet.time(first)) to \(ContactSheet.time(last))."
  }

  private func section(_ entry: Inventory.Entry, _ pieces: [ExportedPiece]) -> String {
    let number = entry.thing.number
    let facts = "Thing \(number), \(entry.category.escaped), \(Count.pieces(pieces.count))."
    return """
      <section aria-labelledby="thing-\(number)">
      <h2 id="thing-\(number)">\(entry.thing.label.escaped)</h2>
      <p>\(facts)</p>
      <ul>
      \(pieces.map { item($0, of: entry.thing) }.joined(separator: "\n"))
      </ul>
      </section>
      """
  }

  private func item(_ exported: ExportedPiece, of thing: Thing) -> String {
    let piece = exported.item.piece
    let name = "\(piece.kind) \(piece.number)"
    let link = exported.copy.inLinks
    let size = piece.width.flatMap { width in
      piece.height.map { " width=\"\(width)\" height=\"\($0)\"" }
    }
    let alternative = "\(name) of \(thing.label), \(ContactSheet.time(of: piece))"
    return """
      <li><figure><a href="\(link)"><img src="\(link)" alt="\(alternative.capitalizedFirst.escaped)"\
      \(piece.isTurned ? "" : size ?? "") loading="lazy" decoding="async"></a>
      <figcaption><b>\(name.capitalizedFirst.escaped)</b><br>\(ContactSheet.time(of: piece).escaped)\
      \(note(exported))</figcaption></figure></li>
      """
  }

  /// What is not plain about the piece.
  private func note(_ exported: ExportedPiece) -> String {
    guard exported.originalSHA256 == exported.item.piece.sha256 else {
      return "<br><strong>The file was changed after it was stored.</strong>"
    }
    return exported.item.piece.adopted == nil ? "" : "<br>Found without a record, and taken over."
  }

  private var origin: String {
    let device = contents.inventory.key.map { key in
      "<dt>Device</dt><dd>\(key.deviceID)</dd><dt>Fingerprint of its key</dt><dd>\(key.fingerprint)</dd>"
    }
    return """
      <p>The pictures on this page are copies with date, orientation and id put in; nothing else of them was changed. \
      What the camera stored is in the folder <code>\(PieceSource.proof)</code>, with its records and \
      signatures: <code>exhibit verify</code> and <code>verify.py</code> say whether any of it was changed. \
      <a href="\(ExportManifest.file)">manifest.json</a> is the same list for programs, \
      <a href="\(InventoryTable.file)">inventory.csv</a> the list of things for spreadsheets.</p>
      <dl><dt>Store</dt><dd>\(contents.inventory.store.escaped)</dd>\
      \(device ?? "")<dt>Head</dt><dd>\(contents.inventory.head.text)</dd></dl>
      """
  }

  private static func time(of piece: Piece) -> String {
    guard let time = piece.captured else { return "time unknown" }
    return ContactSheet.time(time.text)
      + (time.clock == .told ? ", by a clock that a person set" : "")
  }

  /// `2026-03-27 15:44:28 UTC` of `2026-03-27T15:44:28.775Z`.
  private static func time(_ text: String) -> String {
    "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
  }
}

/// Numbers of things, in words.
private enum Count {
  static func things(_ count: Int) -> String { count == 1 ? "1 thing" : "\(count) things" }
  static func pieces(_ count: Int) -> String { count == 1 ? "1 piece" : "\(count) pieces" }
}

extension Piece {
  /// Whether it is seen upright with width and height exchanged.
  fileprivate var isTurned: Bool {
    orientation.map { $0.turn == .left || $0.turn == .right } ?? false
  }
}

extension String {
  /// For text and attributes of HTML.
  fileprivate var escaped: String {
    printable.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
  }

  /// As the path of a link (RFC 3986): whatever is not plain as its bytes.
  fileprivate var inLinks: String {
    utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80
        && (scalar.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains(scalar))
      text +=
        isPlain ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true).padded(to: 2)
    }
  }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ContactSheet {
  /// Colours are the reader's own, light or dark; on paper a figure is never cut in two.
  fileprivate static let style = """
    :root { color-scheme: light dark; --line: #d8d8d4; --soft: #5c5c56; --ground: #f1f1ee; }
    body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
    h2 { font-size: 1.25rem; margin: 2.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
    p { margin: .25rem 0 1rem; color: var(--soft); max-width: 45rem; }
    ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.25rem;
      grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
    figure { margin: 0; break-inside: avoid; }
    img { display: block; width: 100%; height: 12rem; object-fit: contain; border-radius: .25rem;
      background: var(--ground); }
    a:focus-visible { outline: 3px solid; outline-offset: 2px; }
    figcaption { margin-top: .375rem; font-size: .875rem; color: var(--soft); }
    figcaption b { color: CanvasText; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; font-size: .875rem; }
    dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --line: #444440; --soft: #b0b0a8; --ground: #262624; }
    }
    @media print {
      :root { color-scheme: light; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      ul { grid-template-columns: repeat(3, 1fr); gap: 5mm; }
      img { height: 45mm; }
      h2 { break-after: avoid; }
    }
    """
}
