/// What kind of thing somebody documents.
package enum ThingCategory: String, CaseIterable, Hashable, Sendable {
  case watches, bags, shoes, accessories, jewelry, clothing, other

  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .watches: Phrase("category.watches", "watches")
    case .bags: Phrase("category.bags", "bags")
    case .shoes: Phrase("category.shoes", "shoes")
    case .accessories: Phrase("category.accessories", "accessories")
    case .jewelry: Phrase("category.jewelry", "jewelry")
    case .clothing: Phrase("category.clothing", "clothing")
    case .other: Phrase("category.other", "other")
    }
  }
}

/// One of the facts that people keep about a thing; the raw value is the word that they type.
package enum ThingField: String, CaseIterable, Hashable, Sendable {
  case title, description, category, brand, model, color, upc, tags, collect
  case serialNumber = "serial_number"
  case purchaseDate = "purchase_date"
  case purchasePlace = "purchase_place"
  case price, currency, location, notes

  /// Whether it is a member of the column `data`, and no column of its own.
  package var isInData: Bool {
    switch self {
    case .title, .description, .category, .brand, .model, .color, .upc, .tags, .collect: false
    case .serialNumber, .purchaseDate, .purchasePlace, .price, .currency, .location, .notes: true
    }
  }

  /// Whether people write in it what they like.
  package var isFreeText: Bool { ![.category, .collect].contains(self) }

  /// Its name in records.
  package var name: String { isInData ? "data.\(rawValue)" : rawValue }

  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .title: Phrase("field.title", "title")
    case .description: Phrase("field.description", "description")
    case .category: Phrase("field.category", "category")
    case .brand: Phrase("field.brand", "brand")
    case .model: Phrase("field.model", "model")
    case .color: Phrase("field.color", "color")
    case .upc: Phrase("field.upc", "product code")
    case .tags: Phrase("field.tags", "tags")
    case .collect: Phrase("field.collect", "collect")
    case .serialNumber: Phrase("field.serial-number", "serial number")
    case .purchaseDate: Phrase("field.purchase-date", "purchase date")
    case .purchasePlace: Phrase("field.purchase-place", "purchase place")
    case .price: Phrase("field.price", "price")
    case .currency: Phrase("field.currency", "currency")
    case .location: Phrase("field.location", "location")
    case .notes: Phrase("field.notes", "notes")
    }
  }

  /// What a thing has in it.
  package enum Value: Hashable, Sendable {
    case text(String)
    case list([String])
  }

  /// The value that `text` says, in the one spelling in which it is kept; what is wrong with it is said in a sentence.
  func value(of text: String) throws(CommandError) -> Value {
    switch self {
    case .title: .text(try ThingField.label(text))
    case .category: .text(try ThingField.category(text).rawValue)
    case .tags: .list(try ThingField.tags(text))
    case .upc:
      .text(
        try check(
          text, ThingField.isProductCode(text),
          Phrase("thing.code", "A product code has 8 to 14 digits, as they stand under its bars.")))
    case .collect:
      .text(
        try check(
          text, text == "study",
          Phrase(
            "thing.collect", "The only thing to collect for is \"study\"; leave it out for none.")))
    case .purchaseDate:
      .text(
        try check(
          text, ThingField.isDate(text), Phrase("thing.date", "A date is written 2026-03-27.")))
    case .price:
      .text(
        try check(
          text, ThingField.isPrice(text),
          Phrase("thing.price", "A price is written 1250 or 1250.50.")))
    case .currency:
      .text(
        try check(
          text, ThingField.isCurrency(text),
          Phrase("thing.currency", "A currency has three letters, such as EUR or USD.")
        ).uppercased())
    case .description, .brand, .model, .color, .serialNumber, .purchasePlace, .location, .notes:
      .text(
        try check(
          text, text.count <= ThingField.longestText,
          Phrase(
            "thing.text", "That is too long: at most \(ThingField.longestText) characters.")))
    }
  }

  private func check(
    _ text: String, _ isRight: Bool, _ complaint: Phrase
  ) throws(CommandError) -> String {
    guard isRight else { throw CommandError(complaint) }
    return text
  }
}

/// What fields take.
extension ThingField {
  /// Characters of a label.
  package static let labelLengths = 3...50
  /// Characters of a field without a form of its own.
  static let longestText = 1000
  /// Tags of one thing.
  static let mostTags = 20

  /// The label that `text` says.
  static func label(_ text: String) throws(CommandError) -> String {
    guard labelLengths.contains(text.count) else {
      throw CommandError(
        Phrase(
          "thing.label",
          "A thing's name has \(labelLengths.lowerBound) to \(labelLengths.upperBound) characters.")
      )
    }
    return text
  }

  /// The category called `text`.
  static func category(_ text: String) throws(CommandError) -> ThingCategory {
    guard let category = ThingCategory(rawValue: text.lowercased()) else {
      let names = ThingCategory.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        Phrase("thing.category", "There is no category \(text); it is one of \(names)."))
    }
    return category
  }

  private static func tags(_ text: String) throws(CommandError) -> [String] {
    let tags = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    guard tags.count <= mostTags, tags.allSatisfy({ $0.count <= labelLengths.upperBound }) else {
      throw CommandError(
        Phrase(
          "thing.tags",
          """
          At most \(mostTags) tags of at most \(labelLengths.upperBound) characters each, with commas between \
          them.
          """))
    }
    return tags
  }

  /// Digits as under a bar code: those of EAN-8 to GTIN-14.
  private static func isProductCode(_ text: String) -> Bool {
    (8...14).contains(text.count) && text.allSatisfy(\.isDigit)
  }

  private static func isPrice(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && (1...12).contains(parts[0].count)
      && parts.dropFirst().allSatisfy { (1...3).contains($0.count) }
      && parts.allSatisfy { $0.allSatisfy(\.isDigit) }
  }

  private static func isCurrency(_ text: String) -> Bool {
    text.count == 3 && text.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// A day of the calendar as `2026-03-27`.
  static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return String(self[..<end].drop { $0.isWhitespace })
  }
}
