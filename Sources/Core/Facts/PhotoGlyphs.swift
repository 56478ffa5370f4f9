/// A picture as glyphs, in memory: two files of the same cells.
package struct PictureGlyphs: Hashable, Sendable {
  /// Its rows without colours, in UTF-8, and with the sequences for 256 colours.
  package let text, ansi: [UInt8]
  /// Cells a row, and rows.
  package let columns, rows: Int
  /// How they look.
  package let style: GlyphStyle

  /// `text` and `ansi` are `columns` × `rows` cells in `style`.
  package init(text: [UInt8], ansi: [UInt8], columns: Int, rows: Int, style: GlyphStyle) {
    (self.text, self.ansi) = (text, ansi)
    (self.columns, self.rows) = (columns, rows)
    self.style = style
  }
}

/// The glyphs of a photo that will be there after a power cut, as two files.
package struct StoredGlyphs: Hashable, Sendable {
  /// The file without colours, and the one with them.
  package let text, ansi: StoredFile
  /// Cells a row, and rows.
  package let columns, rows: Int
  /// How they look, as far as settings go: by these and the picture they can be drawn again.
  package let style: GlyphStyle

  /// Glyphs as the store wrote them.
  package init(text: StoredFile, ansi: StoredFile, columns: Int, rows: Int, style: GlyphStyle) {
    (self.text, self.ansi) = (text, ansi)
    (self.columns, self.rows) = (columns, rows)
    self.style = GlyphStyle(style.settings)
  }

  /// What `json` says; nil where it says nothing that glyphs could be.
  package init?(_ json: JSON) {
    guard let text = StoredFile(json.member("text")), let ansi = StoredFile(json.member("ansi")),
      case .integer(let columns)? = json.member("columns"),
      case .integer(let rows)? = json.member("rows"),
      case .object(let settings)? = json.member("settings")
    else { return nil }
    let values = settings.compactMap { name, value -> (SettingName, String)? in
      guard let name = SettingName(rawValue: name), case .string(let text) = value else {
        return nil
      }
      return (name, text)
    }
    self.init(
      text: text, ansi: ansi, columns: columns, rows: rows,
      style: GlyphStyle(Dictionary(values) { $1 }))
  }

  /// It for programs, and in the record of its piece.
  package var json: JSON {
    let settings = SettingName.allCases.compactMap { name in
      style.settings[name].map { (name.rawValue, JSON.string($0)) }
    }
    return .object([
      ("text", .object(text.members)), ("ansi", .object(ansi.members)),
      ("columns", .integer(columns)), ("rows", .integer(rows)), ("settings", .object(settings)),
    ])
  }

  /// How many cells there are, for people.
  package var size: String { "\(columns)×\(rows)" }
}

extension GlyphStyle {
  /// Each setting of it, as it is typed.
  fileprivate var settings: [SettingName: String] {
    var settings: [SettingName: String] = [:]
    for name in SettingName.allCases { settings[name] = text(of: name) }
    return settings
  }
}
