import Core
import Evidence

/// `index.html`: all pictures of an export on one page, which needs no network, no script and no other file but the
/// pictures.
///
/// It reads well aloud too: a heading for each thing, its pictures as a list, and what each picture is in words. What
/// is in it comes from people and cameras, so every text is escaped.
enum ContactSheet {
  static let file = "index.html"

  /// The page of `contents`.
  static func entry(of contents: ExportContents) throws(Failure) -> ExportEntry {
    let text = try ScratchFile()
    text.append(beginning(of: contents))
    var isOpen = false
    try contents.eachSection { number, span, words in
      text.append((isOpen ? sectionEnd : "") + section(number, words, span.count))
      isOpen = true
    } items: { item in
      text.append("\(item)\n")
    }
    text.append((isOpen ? sectionEnd : "") + end(of: contents))
    return try text.entry(file)
  }

  private static func beginning(of contents: ExportContents) -> String {
    let title = Phrase("sheet.title", "Evidence of \(Phrase.things(contents.thingCount))").escaped
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>\(summary(of: contents.span))</p>
      </header>
      <main>

      """
  }

  private static func end(of contents: ExportContents) -> String {
    """
    </main>
    <footer>
    \(origin(of: contents))
    </footer>
    </body>
    </html>

    """
  }

  private static func summary(of span: ExportedSpan) -> String {
    let pieces = Phrase.pieces(span.count)
    guard let first = span.first, let last = span.last else {
      return Phrase("sheet.undated", "\(pieces), time unknown.").escaped
    }
    return Phrase("sheet.dated", "\(pieces), taken from \(first.words) to \(last.words).").escaped
  }

  /// Beginning of the section of the thing `number`, which has so many pieces; `words` are those of `words(of:)`.
  private static func section(_ number: Int, _ words: [String], _ count: Int) -> String {
    guard words.count == 3 else { return "" }
    // Things of one picture stand beside each other.
    let width = count == 1 ? " class=\"single\"" : ""
    let facts = Phrase("sheet.thing", "Thing \(number), \(words[1]), \(Phrase.pieces(count)).")
    return """
      <section\(width) aria-labelledby="thing-\(number)">
      <h2 id="thing-\(number)">\(words[0].escaped)</h2>
      <p>\(facts.escaped)\(words[2])</p>
      <ul>

      """
  }

  private static let sectionEnd = "</ul>\n</section>\n"

  /// Words of the page on a thing before its pieces: label, category, and what people said of it.
  static func words(of entry: Inventory.Entry) -> [String] {
    [entry.thing.label, entry.thing.category, fields(of: entry)]
  }

  /// What people said of the thing, a line; nothing where nobody did.
  private static func fields(of entry: Inventory.Entry) -> String {
    let said = InventoryTable.fields.compactMap { field in
      entry.fields[field].map { Phrase("sheet.field", "\(field.word): \($0)").english }
    }
    return said.isEmpty ? "" : "<br>" + said.joined(separator: "; ").escaped
  }

  /// Words of the page on a piece of `thing`.
  static func item(_ exported: ExportedPiece, of thing: Thing) -> String {
    let piece = exported.item.piece
    let name = "\(piece.kind) \(piece.number)".capitalizedFirst
    let link = exported.own.copy.path.inLinks
    let time = piece.timeInWords
    guard exported.isPicture else {
      return """
        <li><figure><a href="\(link)">\(exported.own.copy.path.lastPart.escaped)</a>
        <figcaption><b>\(name.escaped)</b><br>\(time.escaped)\(length(of: piece))\
        \(said(of: exported.item))\(note(exported))</figcaption></figure></li>
        """
    }
    return """
      <li><figure><a href="\(link)"><img src="\(link)" \
      alt="\(alternative(to: piece, name, time, thing).escaped)"\
      \(piece.sizeAttributes) loading="lazy" decoding="async"></a>
      <figcaption><b>\(name.escaped)</b><br>\(time.escaped)\
      \(companions(exported))\(said(of: exported.item))\(note(exported))</figcaption></figure></li>
      """
  }

  /// The picture in words, for whoever doesn't see it.
  private static func alternative(
    to piece: Piece, _ name: String, _ time: Phrase, _ thing: Thing
  ) -> Phrase {
    let picture = Phrase("sheet.picture", "\(name) of \(thing.label), \(time)")
    return piece.title.map { Phrase("sheet.titled", "\(picture): \($0)") } ?? picture
  }

  /// Title, decision and request of a piece.
  private static func said(of item: Inventory.Item) -> String {
    let title = item.piece.title.map { Phrase("sheet.piece-title", "\($0)") }
    let request = item.request.map { Phrase.sheetRequest($0.number, $0.title ?? "-") }
    let lines = [title, item.piece.decisionInWords, request].compactMap { $0 }
    return lines.map { "<br>\($0.escaped)" }.joined()
  }

  /// Ways to what it has beside its own file; colours are for terminals.
  private static func companions(_ exported: ExportedPiece) -> String {
    let words = [
      (Companion.crop, Phrase("sheet.crop", "The part in its mask")),
      (.text, Phrase("sheet.glyphs", "The picture as glyphs")),
    ]
    return words.map { companion, phrase in
      guard let file = exported.companions[companion] else { return "" }
      return "<br><a href=\"\(file.copy.path.inLinks)\">\(phrase.escaped)</a>"
    }.joined()
  }

  /// How long a clip is.
  private static func length(of piece: Piece) -> String {
    piece.clip.map {
      "<br>"
        + Phrase(
          "sheet.clip",
          "Video of \($0.length.asLength) s, \($0.frameCount) \($0.frameCount, one: "frame", many: "frames"); VLC plays it."
        ).escaped
    }
      ?? ""
  }

  /// What is not plain about the piece.
  private static func note(_ exported: ExportedPiece) -> String {
    let piece = exported.item.piece
    guard exported.isUnchanged else {
      return "<br><strong>\(Phrase.sheetAltered.escaped)</strong>"
    }
    if exported.item.blank != nil { return "<br>" + Phrase.sheetRedacted.escaped }
    return piece.adopted == nil
      ? "" : "<br>" + Phrase("sheet.adopted", "Found without a record, and taken over.").escaped
  }

  private static func origin(of contents: ExportContents) -> String {
    let files = [ExportManifest.file, contents.table?.file ?? InventoryTable.file]
    let links = files.map { "<a href=\"\($0)\">\($0)</a>" }
    let store = contents.facts
    var facts = [(Phrase("sheet.store", "Store"), store.store)]
    if let key = store.key {
      facts += [
        (Phrase("sheet.device", "Device"), key.deviceID),
        (Phrase("sheet.fingerprint", "Fingerprint of its key"), key.fingerprint),
      ]
    }
    facts.append((Phrase("sheet.head", "Head"), store.head.text))
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
    guard let time = localTime?.words else { return Phrase("sheet.time-unknown", "time unknown") }
    return clock == .told
      ? Phrase("sheet.time-told", "\(time), by a clock that a person set")
      : Phrase("sheet.time", "\(time)")
  }

  /// Decision of a person, and by which guess; nil where nobody decided.
  fileprivate var decisionInWords: Phrase? {
    guard let decision else { return nil }
    guard let choice else { return Phrase("sheet.decided", "Decided: \(decision)") }
    return Phrase(
      "sheet.decided-by", "Decided: \(decision), \(choice.text) (by \(choice.requester))")
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
    let bytes = utf8.reduce(into: [UInt8]()) { bytes, byte in
      if byte.isPlainInLinks {
        bytes.append(byte)
      } else {
        bytes += "%\(String(byte, radix: 16, uppercase: true).padded(to: 2))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension UInt8 {
  fileprivate var isPlainInLinks: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/": true
    default: false
    }
  }
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
