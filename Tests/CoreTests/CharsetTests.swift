import Testing

@testable import Core

@Suite struct CharsetTests {
  @Test(arguments: [
    ("MJPG 1280×720", "MJPG 1280x720"),
    ("Temperature: 48.3 °C (cpu).", "Temperature: 48.3 degrees C (cpu)."),
    ("turned by 90° clockwise", "turned by 90 degrees clockwise"), ("10 kΩ", "10 kOhm"),
    ("Größe", "Groesse"), ("Façade, Ångström, Łódź", "Facade, Angstroem, Lodz"), ("e\u{301}", "e"),
    ("„wait…“", "\"wait...\""), ("日本 😀", "?? ?"), ("plain", "plain"), ("90°", "90 degrees"),
    ("Żółć ſ ÿ Ý", "Zolc s y Y"),
  ])
  func textInASCIIReadsAlike(text: String, ascii: String) {
    #expect(Charset.ascii.plain(text) == ascii)
    #expect(Charset.unicode.plain(text) == text)
  }

  @Test func everyLatinLetterWithAMarkHasALikeness() {
    for value in UInt32(0xc0)...0x17f {
      let letter = Unicode.Scalar(value).map(String.init) ?? ""
      let ascii = Charset.ascii.plain(letter)
      #expect(ascii.utf8.allSatisfy { $0 < 0x80 } && ascii != "?" && !ascii.isEmpty, "\(letter)")
    }
    #expect(Charset.ascii.plain("ŉŊŸžſ") == "nNYzs", "none is missing in the table")
  }

  @Test(arguments: [
    ("{\"a\":\"é\"}", "{\"a\":\"\\u00e9\"}"), ("\"😀\"", "\"\\ud83d\\ude00\""), ("[1]", "[1]"),
  ])
  func jsonInASCIISaysTheSame(text: String, ascii: String) {
    #expect(Charset.ascii.json(text) == ascii)
    #expect(Charset.unicode.json(text) == text)
  }

  @Test func aReplyIsWrittenForWhoReadsIt() {
    let reply = Reply(Phrase("test.turn", "By \(90)°."))
    #expect(reply.written(forProgram: false, in: .english, .ascii) == "By 90 degrees.")
    #expect(
      reply.written(forProgram: true, in: .english, .ascii)
        == #"{"key":"test.turn","sentence":"By 90\u00b0."}"#)
  }

  @Test func nobodysNameMakesALineOrSteers() {
    let reply = Reply.sentences([
      Phrase("test.name", "It is \("Cam\r\n\nFault: none\u{1b}[2J\u{9b}2J\u{85}\u{2028}x")."),
      Phrase("test.next", "Next."),
    ])
    #expect(reply.text(in: .english) == "It is Cam   Fault: none?[2J?2J  x.\nNext.")
    #expect(reply.json.unicodeScalars.allSatisfy { !$0.isControl })
  }
}
