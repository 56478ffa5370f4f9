/// A text of the guide as one page of HTML that needs nothing else.
package enum GuidePage {
  /// The page of `text`, in the language of this name, such as `en`.
  package static func html(_ text: GuideText, called name: String, language: String) -> String {
    let title = (text.title ?? name).escapedForHTML
    return """
      <!DOCTYPE html>
      <html lang="\(language.escapedForHTML)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <main>
      \(body(of: text.blocks))
      </main>
      </body>
      </html>

      """
  }

  private static let style = """
    body { font: 1.1em/1.5 sans-serif; margin: 1em auto; max-width: 38em; padding: 0 1em; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.2; }
    """

  private static func body(of blocks: [GuideText.Block]) -> String {
    var lines: [String] = []
    var list: String?
    var slugs: Set<String> = []
    for block in blocks {
      let wanted = block.list
      if wanted != list {
        if let list { lines.append("</\(list)>") }
        if let wanted { lines.append("<\(wanted)>") }
        list = wanted
      }
      lines.append(html(block, &slugs))
    }
    if let list { lines.append("</\(list)>") }
    return lines.joined(separator: "\n")
  }

  private static func html(_ block: GuideText.Block, _ slugs: inout Set<String>) -> String {
    switch block {
    case .heading(let level, let spans):
      let slug = GuideHeading.slug(of: spans.plain)
      // A link leads to the first of those that have the same words.
      let isFirst = !slug.isEmpty && slugs.insert(slug).inserted
      let id = isFirst ? " id=\"\(slug.escapedForHTML)\"" : ""
      return "<h\(level)\(id)>\(html(spans))</h\(level)>"
    case .paragraph(let spans): return "<p>\(html(spans))</p>"
    case .item(let number, let spans):
      return "<li\(number.map { " value=\"\($0)\"" } ?? "")>\(html(spans))</li>"
    }
  }

  private static func html(_ spans: [GuideSpan]) -> String {
    spans.map { span in
      let words = span.text.escapedForHTML
      return switch span.style {
      case .plain: words
      case .emphasis: "<em>\(words)</em>"
      case .strong: "<strong>\(words)</strong>"
      case .link(let address) where isHarmless(address):
        "<a href=\"\(address.escapedForHTML)\">\(words)</a>"
      case .link: words
      }
    }.joined()
  }

  /// Whether a link there only leads somewhere.
  private static func isHarmless(_ address: String) -> Bool {
    ["#", "https://", "http://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
  }
}

extension GuideText.Block {
  /// The element of the list that it is in; nil where it is in none.
  fileprivate var list: String? {
    switch self {
    case .heading, .paragraph: nil
    case .item(nil, _): "ul"
    case .item: "ol"
    }
  }
}
