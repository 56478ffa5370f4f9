import Testing

@testable import Core

/// The texts of the guide, from Markdown to what is read.
@Suite struct GuideTextTests {
  @Test(arguments: [
    ("Training videos for small/medium things", "training-videos-for-smallmedium-things"),
    ("Test clips", "test-clips"), ("  Two \t words  ", "two-words"), ("A - B", "a-b"),
    ("snake_case", "snake_case"), ("--- Ends ---", "ends"), ("Für Öl & Größe", "für-öl-größe"),
    ("What? No!", "what-no"), ("10 things", "10-things"), ("", ""), ("!?", ""), ("a--b", "a-b"),
  ])
  func aSlugIsMadeByRule(heading: String, slug: String) {
    #expect(GuideHeading.slug(of: heading) == slug)
  }

  @Test func theNumberOfSignsDoesNotMatterToALink() {
    for signs in ["#", "##", "######"] {
      #expect(GuideText("\(signs) Test clips").section("test-clips")?.count == 1)
    }
  }

  @Test func frontMatterIsCutAtTheFirstColonAndGoesOn() {
    let text = GuideText(
      """
      ---
      title:  Consent: yes
      empty:
      2: I agree
        to this
      : nameless
      ---
      # Text
      """)
    #expect(
      text.entries == [
        .init(key: "title", value: "Consent: yes"), .init(key: "2", value: "I agree to this"),
        .init(key: "", value: "nameless"),
      ])
    #expect(text.title == "Consent: yes" && text.blocks.count == 1)
  }

  @Test func aValueThatBeginsInTheNextLineIsOne() {
    #expect(
      GuideText("---\nkey:\nvalue\n---\n").entries == [.init(key: "key", value: "value")])
  }

  @Test(arguments: ["---\ntitle: x\n# Text", "title: x\n---\n# Text", " \n---\na: b\n---"])
  func whatIsNotBetweenTwoLinesAtTheTopIsText(source: String) {
    #expect(GuideText(source).entries.isEmpty)
  }

  @Test func nothingInATextSteersATerminal() {
    let text = GuideText("# A\u{1b}[31m\u{202e}B\n\ta\u{7}")
    #expect(text.headings.first?.text == "A?[31m?B")
    #expect(text.blocks.last == .paragraph([GuideSpan(text: "a?", style: .plain)]))
  }

  @Test func blocksAreTold() {
    let text = GuideText(
      "# One #\n\nA line\r\nand more.\n- first\n  goes on\n- second\n2. two\n\n#no heading\n####### no"
    )
    let words = text.blocks.map { block -> String in
      switch block {
      case .heading(let level, let spans): "h\(level) \(spans.plain)"
      case .paragraph(let spans): "p \(spans.plain)"
      case .item(let number, let spans): "\(number ?? 0) \(spans.plain)"
      }
    }
    #expect(
      words == [
        "h1 One #", "p A line and more.", "0 first goes on", "0 second", "2 two",
        "p #no heading ####### no",
      ])
  }

  @Test func emphasisAndLinksAreSpans() {
    let spans = GuideSpan.spans(of: "a *b* **c** [d e](#f) [g] 2 * 3 * 4 *h")
    #expect(
      spans == [
        GuideSpan(text: "a ", style: .plain), GuideSpan(text: "b", style: .emphasis),
        GuideSpan(text: " ", style: .plain), GuideSpan(text: "c", style: .strong),
        GuideSpan(text: " ", style: .plain), GuideSpan(text: "d e", style: .link("#f")),
        GuideSpan(text: " [g] 2 * 3 * 4 *h", style: .plain),
      ])
  }

  @Test func aSectionEndsAtTheNextHeadingThatIsNotBelow() {
    let text = GuideText("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd")
    #expect(text.section("b")?.count == 4 && text.section("a")?.count == 8)
    #expect(text.section("d")?.count == 2 && text.section("e") == nil)
  }

  @Test func ofTwoHeadingsWithTheSameWordsTheFirstIsMeant() {
    let text = GuideText("# A\n\none\n\n# A\n\ntwo")
    #expect(text.section("a")?.last == .paragraph([GuideSpan(text: "one", style: .plain)]))
  }

  @Test func aSignWithAnAccentIsStillNoSignOfThePage() {
    let html = GuidePage.html(GuideText("a <\u{301}b"), called: "x", language: "en")
    #expect(html.contains("a &lt;\u{301}b"))
  }

  @Test func aPageNeedsNothingElseAndRunsNothing() {
    let text = GuideText(
      "---\ntitle: <b>\n---\n# A & B\n\n<script>x</script> [y](javascript:z) [w](#a-b)\n\n- i\n1. j\n"
    )
    let html = GuidePage.html(text, called: "x", language: "en")
    #expect(
      html.contains("<title>&lt;b&gt;</title>") && html.contains("<h1 id=\"a-b\">A &amp; B</h1>"))
    #expect(html.contains("&lt;script&gt;x&lt;/script&gt; y <a href=\"#a-b\">w</a>"))
    #expect(html.contains("<ul>\n<li>i</li>\n</ul>\n<ol>\n<li value=\"1\">j</li>\n</ol>"))
    #expect(!html.contains("javascript") && !html.contains("http"))
  }
}

/// The command, from the line to what is read.
@Suite struct GuideCommandTests {
  private let texts = GuideFinding.texts([
    GuideSource(
      name: "Recording",
      text:
        "---\ntitle: Recording\n---\n# Clips\n\nTake *two*.\n\n## Test clips\n\n- Go [there](#clips).\n"
    ),
    GuideSource(name: "Privacy", text: "# Privacy\n\nMind it."),
  ])

  private let failed = Effect.console(.outcome(.failed, of: SessionID(number: 1)))

  private func said(_ line: String, isRefused: Bool = false) -> [String] {
    let run = Recording([Cue.line(line, at: 5)]) { $0.guide = texts }
    #expect(run.answered() == 1)
    #expect(run.effects.contains(failed) == isRefused)
    return run.said().flatMap { $0.split(separator: "\n").map(String.init) }
  }

  @Test func aloneItNamesTheTexts() {
    #expect(
      said("guide") == [
        "\"guide recording\": Recording.", "\"guide privacy\": Privacy.", Phrase.guideMore.english,
      ])
  }

  @Test func aTextBeginsWithItsHeadings() {
    #expect(
      said("guide RECORDING") == [
        "Recording: its headings are these 2.", "Clips. Read it by \"guide recording clips\".",
        "Test clips. Read it by \"guide recording test-clips\".", "Heading 1: Clips.",
        "Take two.", "Heading 2: Test clips.", "- Go there (guide recording clips).",
      ])
  }

  @Test(arguments: [
    "guide recording#test-clips", "guide recording test-clips", "guide recording test clips",
    "guide recording Test Clips",
  ])
  func aPartIsReadByItsHeading(line: String) {
    #expect(said(line) == ["Heading 2: Test clips.", "- Go there (guide recording clips)."])
  }

  @Test(arguments: [
    ("guide recordng", "did you mean \"guide recording\"?"),
    ("guide zzz", "there are recording, privacy."),
    ("guide recording tst-clips", "did you mean \"guide recording test-clips\"?"),
    ("guide recording zzzzzzzzz", "begins with its headings."),
    ("guide html recording page.html", "exhibit guide html NAME FILE."),
  ])
  func aWrongNameIsExplained(line: String, end: String) {
    let said = said(line, isRefused: true)
    #expect(said.count == 1 && said.first?.hasSuffix(end) == true)
  }

  @Test func withoutTextsItSaysWhatToDo() {
    let run = Recording([Cue.line("guide recording", at: 5)]) {
      $0.guide = .failed(Phrase("test.guide", "Install it."))
    }
    #expect(run.said() == ["Install it."] && run.answered() == 1)
    #expect(run.effects.contains(failed))
  }

  @Test func aProgramGetsHeadingsAndLines() {
    #expect(
      said("guide --json").first?.hasPrefix(
        #"{"guides":[{"name":"Recording","title":"Recording","headings":[{"level":1,"text":"Clips","slug":"clips"},"#
      )
        == true)
    #expect(
      said("guide privacy --json").first?.hasSuffix(#""lines":["Heading 1: Privacy.","Mind it."]}"#)
        == true)
    #expect(
      said("guide privacy#privacy --json") == [
        #"{"sections":["Heading 1: Privacy.","Mind it."]}"#
      ])
  }

  @Test func everybodyMayReadIt() {
    for line in ["guide", "guide recording", "guide recording#x"] {
      #expect(throws: Never.self) { try Command.parse(line, access: .status) }
    }
  }

  @Test func theEndWaitsForTheAnswer() {
    #expect(Recording([Cue.line("guide", at: 19.9999)]).answered() == 1)
  }

  @Test func itIsReadWhateverIsUnderWay() {
    for cue in [
      Cue.line("clip start", at: 4, from: 9), Cue.press(4.5), Cue.line("pause", at: 4, from: 9),
    ] {
      #expect(Recording([cue, Cue.line("guide", at: 6)]).answered() == 1)
    }
  }
}
