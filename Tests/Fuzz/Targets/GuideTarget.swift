@testable import Core

/// A text of the guide, and whoever asks for a part of it; the first line is the address.
enum GuideTarget {
  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let line = String(decoding: reader.part(to: UInt8(ascii: "\n")), as: UTF8.self)
    let source = GuideSource(name: "Text", text: reader.text())
    let text = GuideText(source.text)
    for heading in text.headings { check(heading, in: text) }
    let page = GuidePage.html(text, called: line, language: line)
    let signs = page.utf8
    let (begun, ended) = (signs.count { $0 == 0x3C }, signs.count { $0 == 0x3E })
    claim(begun == ended, "a sign of the text is one of HTML")
    claim(!page.contains("<script"), "a text runs something")
    let address = GuideAddress("text", heading: line)
    for isJSON in [false, true] {
      check(GuideTarget.reply(of: source, to: address, isJSON), "a part")
      check(GuideTarget.reply(of: source, to: GuideAddress("text"), isJSON), "a text")
      check([source].list(asJSON: isJSON), "the list")
      check(GuideTarget.reply(of: source, to: GuideAddress(line), isJSON), "an address")
    }
  }

  /// The answer, be it a refusal.
  private static func reply(of source: GuideSource, to address: GuideAddress, _ isJSON: Bool)
    -> Reply
  {
    do throws(Failure) {
      return try [source].reply(to: address, asJSON: isJSON)
    } catch { return Reply(error.phrase) }
  }

  /// The joiners of some scripts are shown in what they join.
  private static func check(_ reply: Reply, _ name: String) {
    let scalars = reply.text(in: .english).unicodeScalars
    let shown = scalars.filter { $0 != "\u{200c}" && $0 != "\u{200d}" }
    claimHarmless(String(String.UnicodeScalarView(shown)), name)
  }

  private static func check(_ heading: GuideHeading, in text: GuideText) {
    let slug = heading.slug
    claim(slug.first != "-" && slug.last != "-", "a slug with a hyphen at its end")
    claim(!slug.contains("--"), "a slug with two hyphens")
    claim(!slug.contains { $0.isWhitespace || $0 == "#" }, "a slug of more than one word")
    claim(GuideHeading.slug(of: slug) == slug, "a slug of a slug is another")
    claim(slug.isEmpty || text.section(slug)?.isEmpty == false, "a heading leads nowhere")
  }
}
