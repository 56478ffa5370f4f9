/// Captures of which a checklist is made, and which of its items they tick.
extension Checklist {
  /// A captured piece, as far as it can tick an item.
  package struct Capture: Hashable, Sendable {
    /// Number of the piece.
    let number: Int
    /// Kind of what can be seen of it: an imported picture is a photo, and a file of which nobody knows is `imported`.
    let kind: PieceFilter.Kind
    /// Its title, or what it was decided to be, where it came with that.
    let name: String?

    /// The piece `number` of this `kind`, which came with this `name`.
    package init(_ number: Int, _ kind: PieceFilter.Kind, called name: String? = nil) {
      (self.number, self.kind, self.name) = (number, kind, name)
    }
  }

  /// Kinds of pieces that tick an item by themselves.
  package enum Need: Hashable, Sendable {
    /// A picture of the whole.
    case photo
    /// Signs that are read off a picture.
    case code
    /// A paper: a document, or a photo of one.
    case document
    /// Nobody can tell by its kind what it shows.
    case any

    /// Whether a piece of this `kind` ticks it.
    func takes(_ kind: PieceFilter.Kind) -> Bool {
      switch (self, kind) {
      case (.any, _), (_, .photo), (.code, .document), (.document, .document): true
      case (.photo, .document), (.photo, .clip), (.code, .clip), (.document, .clip): false
      case (.photo, .imported), (.code, .imported), (.document, .imported): false
      }
    }

    /// Whether a piece of this `kind` ticks it where a person says so: no clip is a picture, whatever they say.
    func takesAimed(_ kind: PieceFilter.Kind) -> Bool { self == .any || kind != .clip }
  }

  /// The list of things of this category.
  package static func items(for category: ThingCategory) -> [Item] {
    switch category {
    case .watches:
      [
        Item(
          Phrase("item.watch-photo", "Take watch photo"), .photo,
          Phrase("item.watch-photo.name", "watch photo")),
        Item(
          Phrase("item.serial-number", "Scan serial number"), .code,
          Phrase("item.serial-number.name", "serial number")),
        Item(
          Phrase("item.warranty-card", "Capture warranty card"), .document,
          Phrase("item.warranty-card.name", "warranty card")),
      ]
    case .bags:
      [
        Item(
          Phrase("item.bag-photo", "Take bag photo"), .photo,
          Phrase("item.bag-photo.name", "bag photo")),
        Item(
          Phrase("item.authenticity-code", "Scan authenticity code"), .code,
          Phrase("item.authenticity-code.name", "authenticity code")),
        Item(
          Phrase("item.receipt", "Capture receipt"), .document,
          Phrase("item.receipt.name", "receipt")),
      ]
    case .shoes, .accessories, .jewelry, .clothing, .other:
      [
        Item(
          Phrase("item.product-photo", "Take product photo"), .photo,
          Phrase("item.product-photo.name", "product photo")),
        Item(Phrase("item.barcode", "Scan barcode"), .code, Phrase("item.barcode.name", "barcode")),
        Item(
          Phrase("item.sales-receipt", "Capture sales receipt"), .document,
          Phrase("item.sales-receipt.name", "sales receipt")),
      ]
    }
  }
}

extension Phrase {
  /// An item in the words of whoever wrote the request.
  package static func itemWritten(_ text: String) -> Phrase {
    Phrase("item.written", "\(text)")
  }
}
