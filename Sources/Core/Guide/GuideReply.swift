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
      texts.map {
        Phrase("guide.text", "\"guide \($0.0.name.lowercased())\": \($0.1.title ?? $0.0.name).")
      }
        + (hasPages ? [.guideMore] : []))
  }

  /// What stands at `address`: the headings and the text, or the part below one heading.
  package func reply(to address: GuideAddress, asJSON isJSON: Bool) throws(Failure) -> Reply {
    guard let source = source(address.name) else { throw .refused(unknown(address.name)) }
    let (name, text) = (source.name.lowercased(), GuideText(source.text))
    guard let slug = address.slug else {
      if isJSON { return Reply(text.json(called: name, hasLines: true)) }
      return .sentences(text.contents(called: name) + text.blocks.map { $0.line(in: name) })
    }
    guard let section = text.section(slug) else {
      throw .refused(text.unknown(slug, in: name))
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
    return Phrase(
      "guide.nearest", "There is no text \"\(name)\"; did you mean \"guide \(nearest)\"?")
  }
}

extension GuideText {
  /// Its title, and its headings with what leads to each.
  fileprivate func contents(called name: String) -> [Phrase] {
    let headings = self.headings.filter { $0.text != title }
    let list = headings.map {
      Phrase("guide.entry", "\($0.text.ended) Read it by \"guide \(name) \($0.slug)\".")
    }
    return list.isEmpty
      ? []
      : [Phrase("guide.contents", "\(title ?? name): its headings are these \(list.count).")] + list
  }

  /// That it has no heading with this `slug`, and which is nearest.
  fileprivate func unknown(_ slug: String, in name: String) -> Phrase {
    let nearest = Spelling.nearest(to: slug, among: headings.map(\.slug))
    return nearest.map {
      Phrase(
        "guide.heading-nearest",
        """
        "guide \(name)" has no heading "\(slug)"; did you mean "guide \(name) \($0)"?
        """)
    }
      ?? Phrase(
        "guide.heading-unknown",
        """
        "guide \(name)" has no heading "\(slug)"; "guide \(name)" begins with its headings.
        """)
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
    case .heading(let level, let spans):
      Phrase("guide.heading", "Heading \(level): \(spans.plain.ended)")
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
  static let guideMore = Phrase(
    "guide.more", "Long texts stop at each page: Enter goes on, q leaves.")

  static func guideLine(_ text: String) -> Phrase { Phrase("guide.line", "\(text)") }

  static func guideUnknown(_ name: String, _ names: String) -> Phrase {
    Phrase("guide.unknown", "There is no text \"\(name)\"; there are \(names).")
  }

}
