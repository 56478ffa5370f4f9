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
    \(origin)
    </footer>
    </body>
    </html>

    """
  }

  private var title: String { Phrase.sheetTitle(.things(contents.things.count)).escaped }

  private var summary: String {
    let times = contents.pieces.compactMap(\.item.piece.captured).map(\.text).sorted()
    let pieces = Phrase.pieces(contents.pieces.count)
    guard let first = times.first, let last = times.last else {
      return Phrase.sheetUndated(pieces).escaped
    }
    return Phrase.sheetDated(pieces, first.clockTime, last.clockTime).escaped
  }

  private func section(_ entry: Inventory.Entry, _ pieces: [ExportedPiece]) -> String {
    let number = entry.thing.number
    let facts = Phrase.sheetThing(number, entry.thing.category, .pieces(pieces.count))
    // Things of one picture stand beside each other.
    let width = pieces.count == 1 ? " class=\"single\"" : ""
    return """
      <section\(width) aria-labelledby="thing-\(number)">
      <h2 id="thing-\(number)">\(entry.thing.label.escaped)</h2>
      <p>\(facts.escaped)\(fields(of: entry))</p>
      <ul>
      \(pieces.map { item($0, of: entry.thing) }.joined(separator: "\n"))
      </ul>
      </section>
      """
  }

  /// What people said of the thing, a line; nothing where nobody did.
  private func fields(of entry: Inventory.Entry) -> String {
    let said = InventoryTable.fields.compactMap { field in
      entry.fields[field].map { Phrase.sheetField(field.word, $0).english }
    }
    return said.isEmpty ? "" : "<br>" + said.joined(separator: "; ").escaped
  }

  private func item(_ exported: ExportedPiece, of thing: Thing) -> String {
    let piece = exported.item.piece
    let name = "\(piece.kind) \(piece.number)".capitalizedFirst
    let link = exported.copy.inLinks
    let time = piece.timeInWords
    guard exported.isPicture else {
      return """
        <li><figure><a href="\(link)">\(exported.copy.lastPart.escaped)</a>
        <figcaption><b>\(name.escaped)</b><br>\(time.escaped)\(length(of: piece))\
        \(note(exported))</figcaption></figure></li>
        """
    }
    return """
      <li><figure><a href="\(link)"><img src="\(link)" \
      alt="\(Phrase.sheetPicture(name, thing.label, time).escaped)"\
      \(piece.sizeAttributes) loading="lazy" decoding="async"></a>
      <figcaption><b>\(name.escaped)</b><br>\(time.escaped)\
      \(companions(exported))\(note(exported))</figcaption></figure></li>
      """
  }

  /// Ways to what it has beside its own file; colours are for terminals.
  private func companions(_ exported: ExportedPiece) -> String {
    let words = [(Companion.crop, Phrase.sheetCrop), (.text, .sheetGlyphs)]
    return words.map { companion, phrase in
      guard let source = exported.companions[companion] else { return "" }
      return "<br><a href=\"\(source.copy.name.inLinks)\">\(phrase.escaped)</a>"
    }.joined()
  }

  /// How long a clip is.
  private func length(of piece: Piece) -> String {
    piece.clip.map { "<br>" + Phrase.sheetClip($0.length.asLength, $0.frameCount).escaped }
      ?? ""
  }

  /// What is not plain about the piece.
  private func note(_ exported: ExportedPiece) -> String {
    let piece = exported.item.piece
    guard exported.companions.are(piece), exported.originalSHA256 == piece.sha256 else {
      return "<br><strong>\(Phrase.sheetAltered.escaped)</strong>"
    }
    return piece.adopted == nil ? "" : "<br>" + Phrase.sheetAdopted.escaped
  }

  private var origin: String {
    let files = [ExportManifest.file, contents.table?.file ?? InventoryTable.file]
    let links = files.map { "<a href=\"\($0)\">\($0)</a>" }
    let inventory = contents.inventory
    var facts = [(Phrase.sheetStore, inventory.store)]
    if let key = inventory.key {
      facts += [(.sheetDevice, key.deviceID), (.sheetFingerprint, key.fingerprint)]
    }
    facts.append((.sheetHead, inventory.head.text))
    let terms = facts.map { "<dt>\($0.0.escaped)</dt><dd>\($0.1.escaped)</dd>" }
    return """
      <h2>\(Phrase.sheetOrigin.escaped)</h2>
      <p>\(Phrase.sheetCopies("<code>\(PieceSource.proof)</code>").english)</p>
      <p>\(Phrase.sheetLists(links[0], links[1]).english)</p>
      <dl>\(terms.joined())</dl>
      """
  }
}

extension ExportedPiece {
  /// Whether a browser shows it in the page: what was imported may be anything.
  fileprivate var isPicture: Bool {
    [".jpg", ".png"].contains { item.piece.file.hasSuffix($0) }
  }
}

extension String {
  /// What comes after the last slash.
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension Piece {
  /// Room for the picture before it is there, where it is shown as it lies.
  fileprivate var sizeAttributes: String {
    guard let width, let height, !(orientation?.isSideways ?? false) else { return "" }
    return " width=\"\(width)\" height=\"\(height)\""
  }

  fileprivate var timeInWords: Phrase {
    guard let captured else { return .sheetTimeUnknown }
    let time = captured.text.clockTime
    return captured.clock == .told ? .sheetTimeTold(time) : Phrase("sheet.time", "{1}", time)
  }
}

extension Phrase {
  /// The sentence as text of HTML.
  fileprivate var escaped: String { english.escaped }
}

extension String {
  /// For text and attributes of HTML.
  fileprivate var escaped: String { printable.escapedForHTML }

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

  /// `2026-03-27 15:44:28 UTC` of `2026-03-27T15:44:28.775Z`.
  fileprivate var clockTime: String { "\(prefix(10)) \(dropFirst(11).prefix(8)) UTC" }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ContactSheet {
  /// Colours are the reader's own, light or dark; on paper a figure is never cut in two.
  fileprivate static let style = """
    :root { color-scheme: light dark; --line: #d8d8d4; --soft: #5c5c56; --ground: #f1f1ee; }
    body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
    h2 { font-size: 1.25rem; margin: 1.25rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line);
      overflow-wrap: anywhere; }
    p { margin: .25rem 0 1rem; color: var(--soft); max-width: 45rem; }
    main, ul { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
    section { grid-column: 1 / -1; }
    section.single { grid-column: auto; }
    section.single ul { grid-template-columns: 1fr; }
    ul { list-style: none; margin: 0; padding: 0; }
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
      main, ul { grid-template-columns: repeat(3, 1fr); gap: 5mm; }
      img { height: 45mm; }
      h2 { break-after: avoid; }
    }
    """
}
