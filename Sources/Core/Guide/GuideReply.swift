/// The guide as consoles and the command line read it.
extension [GuideSource] {
  /// Which texts there are, and how to read one; `hasPages` where long answers stop at each page.
  package func list(asJSON isJSON: Bool, hasPages: Bool = true) -> Reply {
    let texts = map { ($0, GuideText($0.text)) }
    if isJSON {
      let guides = texts.map { $0.1.json(called: $0.0.name, hasLines: false) }
      return Reply(.object([("guides", .array(guides))]))
    }
    return .sentences(
      texts.map { .guideText($0.0.name.lowercased(), $0.1.title ?? $0.0.name) }
        + (hasPages ? [.guideMore] : []))
  }

  /// What stands at `address`: the headings and the text, or the part below one heading.
  package func reply(to address: GuideAddress, asJSON isJSON: Bool) -> Reply {
    guard let source = source(address.name) else { return Reply(unknown(address.name)) }
    let (name, text) = (source.name.lowercased(), GuideText(source.text))
    guard let slug = address.slug else {
      if isJSON { return Reply(text.json(called: name, hasLines: true)) }
      return .sentences(text.contents(called: name) + text.blocks.map { $0.line(in: name) })
    }
    guard let section = text.section(slug) else {
      return Reply(text.unknown(slug, in: name))
    }
    let lines = section.map { $0.line(in: name) }
    guard isJSON else { return .sentences(lines) }
    return Reply(.object([("sections", .array(lines.map { .sentence($0) }))]))
  }

  /// The text called `name`; small and large letters are the same.
  package func source(_ name: String) -> GuideSource? {
    first { $0.name.lowercased() == name.lowercased() }
  }

  /// That there is no text called `name`, and which is nearest.
  package func unknown(_ name: String) -> Phrase {
    let names = map { $0.name.lowercased() }
    guard let nearest = Spelling.nearest(to: name.lowercased(), among: names) else {
      return .guideUnknown(name, names.joined(separator: ", "))
    }
    return .guideNearest(name, nearest)
  }
}

extension GuideText {
  /// Its title, and its headings with what leads to each.
  fileprivate func contents(called name: String) -> [Phrase] {
    let headings = self.headings.filter { $0.text != title }
    let list = headings.map { Phrase.guideEntry($0.text.ended, name, $0.slug) }
    return list.isEmpty ? [] : [.guideContents(title ?? name, list.count)] + list
  }

  /// That it has no heading with this `slug`, and which is nearest.
  fileprivate func unknown(_ slug: String, in name: String) -> Phrase {
    let nearest = Spelling.nearest(to: slug, among: headings.map(\.slug))
    return nearest.map { .guideHeadingNearest(name, slug, $0) } ?? .guideHeadingUnknown(name, slug)
  }

  /// It for programs.
  fileprivate func json(called name: String, hasLines: Bool) -> JSON {
    let headings = self.headings.map { heading in
      JSON.object([
        ("level", .integer(heading.level)), ("text", .string(heading.text)),
        ("slug", .string(heading.slug)),
      ])
    }
    let lines = hasLines ? blocks.map { JSON.sentence($0.line(in: name)) } : []
    return .object(
      [
        ("name", .string(name)), ("title", .optional(title)), ("headings", .array(headings)),
      ] + (hasLines ? [("lines", .array(lines))] : []))
  }
}

extension GuideText.Block {
  /// It in a line that is read aloud well.
  fileprivate func line(in name: String) -> Phrase {
    switch self {
    case .heading(let level, let spans): .guideHeading(level, spans.plain.ended)
    case .paragraph(let spans): .guideLine(spans.readable(in: name))
    case .item(nil, let spans): .guideLine("- " + spans.readable(in: name))
    case .item(let number?, let spans): .guideLine("\(number). " + spans.readable(in: name))
    }
  }
}

extension [GuideSpan] {
  /// The words, with the address behind those that lead somewhere.
  fileprivate func readable(in name: String) -> String {
    map { span in
      switch span.style {
      case .plain, .emphasis, .strong: span.text
      case .link(let address) where address.hasPrefix("#"):
        "\(span.text) (guide \(name) \(address.dropFirst()))"
      case .link(let address): "\(span.text) (\(address))"
      }
    }.joined()
  }
}

extension String {
  /// It with an end that is heard.
  fileprivate var ended: String {
    guard let last, !".?!:".contains(last) else { return self }
    return self + "."
  }
}

extension Phrase {
  static func guideText(_ name: String, _ title: String) -> Phrase {
    Phrase("guide.text", "\"guide {1}\": {2}.", name, title)
  }

  static let guideMore = Phrase(
    "guide.more", "Long texts stop at each page: Enter goes on, q leaves.")

  static func guideContents(_ title: String, _ count: Int) -> Phrase {
    Phrase("guide.contents", "{1}: its headings are these {2}.", title, count)
  }

  static func guideEntry(_ heading: String, _ name: String, _ slug: String) -> Phrase {
    Phrase("guide.entry", "{1} Read it by \"guide {2} {3}\".", heading, name, slug)
  }

  static func guideHeading(_ level: Int, _ text: String) -> Phrase {
    Phrase("guide.heading", "Heading {1}: {2}", level, text)
  }

  static func guideLine(_ text: String) -> Phrase { Phrase("guide.line", "{1}", text) }

  static func guideUnknown(_ name: String, _ names: String) -> Phrase {
    Phrase("guide.unknown", "There is no text \"{1}\"; there are {2}.", name, names)
  }

  static func guideNearest(_ name: String, _ nearest: String) -> Phrase {
    Phrase("guide.nearest", "There is no text \"{1}\"; did you mean \"guide {2}\"?", name, nearest)
  }

  static func guideHeadingUnknown(_ name: String, _ slug: String) -> Phrase {
    Phrase(
      "guide.heading-unknown",
      "\"guide {1}\" has no heading \"{2}\"; \"guide {1}\" begins with its headings.", name, slug)
  }

  static func guideHeadingNearest(_ name: String, _ slug: String, _ nearest: String) -> Phrase {
    Phrase(
      "guide.heading-nearest",
      "\"guide {1}\" has no heading \"{2}\"; did you mean \"guide {1} {3}\"?", name, slug, nearest)
  }
}
