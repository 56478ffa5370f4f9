import Core
import Drivers

extension CameraDescription {
  /// A fact each, what it is first.
  func phrases(roles: [Role]) -> [Phrase] {
    let title =
      name.map { Phrase("devices.camera", "Video device \(path): \($0).") }
      ?? Phrase("devices.camera.closed", "Video device \(path).")
    var phrases = [title]
    phrases += identifiers.map { Phrase.devicesAlsoCalled($0) }
    if let refusal { return phrases + [refusal] }
    phrases += roles.phrases
    phrases += holder?.phrases ?? []
    phrases += formats.phrases
    phrases += controls.isEmpty ? [Phrase.devicesNoControls] : controls.flatMap(\.phrases)
    return phrases
  }

  /// The node for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("identifiers", .array(identifiers.map { .string($0) })),
      ("name", .optional(name)), ("roles", roles.json), ("holder", .optional(holder?.json)),
      ("problem", .sentence(refusal)), ("formats", .array(formats.map(\.json))),
      ("controls", .array(controls.map(\.json))),
    ])
  }
}

extension [CameraFormat] {
  /// Formats that have the same sizes and rates are told together, where the first of them stands.
  fileprivate var phrases: [Phrase] {
    var told: Set<String> = []
    return flatMap { first -> [Phrase] in
      let alike = filter { $0.hasSameSizes(as: first) }
      guard told.isDisjoint(with: alike.map(\.format.text)) else { return [] }
      told.formUnion(alike.map(\.format.text))
      return [first.heading(for: alike)] + first.offers.map(\.phrase)
    }
  }
}

extension CameraFormat {
  fileprivate func hasSameSizes(as other: CameraFormat) -> Bool {
    range == other.range && offers.map(\.phrase) == other.offers.map(\.phrase)
  }

  fileprivate func heading(for formats: [CameraFormat]) -> Phrase {
    let names = formats.map(\.format.text).joined(separator: ", ")
    guard let range else { return Phrase("devices.formats", "Delivers \(names) at these sizes:") }
    return Phrase(
      "devices.formats.scaled",
      "Delivers \(names) at any size from \(range.least) to \(range.greatest), such as:")
  }

  fileprivate var json: JSON {
    .object([
      ("format", .string(format.text)), ("range", .optional(range?.json)),
      ("sizes", .array(offers.map(\.json))),
    ])
  }
}

extension SizeRange {
  fileprivate var least: String { "\(widths.lowerBound)×\(heights.lowerBound)" }
  fileprivate var greatest: String { "\(widths.upperBound)×\(heights.upperBound)" }

  fileprivate var json: JSON {
    .object([
      ("min_width", .integer(widths.lowerBound)), ("max_width", .integer(widths.upperBound)),
      ("width_step", .integer(widthStep)), ("min_height", .integer(heights.lowerBound)),
      ("max_height", .integer(heights.upperBound)), ("height_step", .integer(heightStep)),
    ])
  }
}

extension CameraOffer {
  fileprivate var phrase: Phrase {
    let size = "\(width)×\(height)"
    switch rates {
    case .unknown: return Phrase("devices.size.alone", "\(size) at the driver's own rate.")
    case .discrete(let intervals):
      return Phrase.devicesSize(size, Figure(intervals.map { Figures.brief($0.rate) }))
    case .range(let shortest, let longest):
      return Phrase(
        "devices.size.between",
        "\(size) at \(Figures.brief(longest.rate)) to \(Figures.brief(shortest.rate)) frames per second."
      )
    }
  }

  fileprivate var json: JSON {
    .object([
      ("width", .integer(width)), ("height", .integer(height)),
      ("rates", .array(listedRates.map { .number($0) })), ("is_rate_range", .bool(isRange)),
    ])
  }

  /// The rates; of a range the slowest and the fastest.
  private var listedRates: [Double] {
    switch rates {
    case .unknown: []
    case .discrete(let intervals): intervals.map(\.rate)
    case .range(let shortest, let longest): [longest.rate, shortest.rate]
    }
  }

  private var isRange: Bool {
    if case .range = rates { true } else { false }
  }
}

extension DeviceHolder {
  /// Who it is.
  var phrases: [Phrase] { [Phrase("devices.open-in", "Open in \(name), process \(Int(process)).")] }

  /// Who it is, for programs.
  var json: JSON { .object([("name", .string(name)), ("process", .integer(Int(process)))]) }
}

extension Phrase {
  static func devicesAlsoCalled(_ name: String) -> Phrase {
    Phrase("devices.also-called", "Also called \(name).")
  }

  static func devicesSize(_ size: String, _ rates: Figure) -> Phrase {
    Phrase("devices.size", "\(size) at \(rates) frames per second.")
  }

}
