import Testing

@testable import Core

@Suite struct PhraseTests {
  @Test func valuesStandWhereTheirNumbersAre() {
    #expect(Phrase.photoStored(17).english == "Stored, photo 17.")
  }

  @Test func aMissingValueLeavesNothingBehind() {
    let table = Language(templates: ["photo.stored": "Gespeichert: Foto {2}."])
    #expect(Phrase.photoStored(17).text(in: table) == "Gespeichert: Foto .")
  }

  @Test(arguments: ["0", "-1", "-9223372036854775808", "9223372036854775807", "x", ""])
  func aNumberThatNoValueHasLeavesNothingBehind(number: String) {
    let table = Language(templates: ["photo.stored": "Foto {\(number)}."])
    #expect(Phrase.photoStored(17).text(in: table) == "Foto .")
  }

  @Test func eachPlaceOfAValueHasItsOwnNumber() {
    let dropped = Phrase("test.dropped", "Of \(3) frames \(3) are missing.")
    let table = Language(templates: ["test.dropped": "Es fehlen {2} von {1} Bildern."])
    #expect(dropped.english == "Of 3 frames 3 are missing.")
    #expect(dropped.text(in: table) == "Es fehlen 3 von 3 Bildern.")
  }

  @Test(arguments: [(1, "1 piece is", "1 Stück ist"), (0, "0 pieces are", "0 Stücke sind")])
  func aWordGoesWithItsNumber(count: Int, english: String, german: String) {
    let phrase = Phrase("test.count", "\(count) \(count, one: "piece is", many: "pieces are")")
    let table = Language(templates: ["test.count": "{1} {2|Stück ist|Stücke sind}"])
    #expect(phrase.english == english)
    #expect(phrase.text(in: table) == german)
  }

  @Test func whatSomebodyTypedIsNoPlace() {
    #expect(Phrase("test.name", "It is \("{1} {2|a|b}").").english == "It is {1} {2|a|b}.")
  }
}

/// What is spoken of a sentence.
@Suite struct SpokenPhraseTests {
  @Test func aNameThatIsTooLongIsCutWhereAWordEnds() {
    let name = Array(repeating: "watch", count: 20).joined(separator: " ")
    let photo = Phrase.onePiece(PieceFilter.Kind.word(for: 1, .photo), 3)
    let question = Phrase.undoPhoto(.piecesOf(photo, name))
    let spoken = question.spoken.english
    #expect(spoken.hasPrefix("Take back photo 3 of watch watch "))
    #expect(spoken.hasSuffix(" watch…?") && spoken.count <= 90)
  }

  @Test func aSentenceThatIsShortEnoughIsTheSame() {
    let phrase = Phrase.photoStored(17)
    #expect(phrase.spoken == phrase)
  }

  @Test(arguments: [
    ("one two", 7, "one two"), ("one two", 6, "one…"), ("onetwo", 3, "one…"), ("", 3, ""),
  ])
  func aTextIsShortenedByWords(text: String, count: Int, short: String) {
    #expect(text.shortened(to: count) == short)
  }

  @Test(arguments: [(0, "0 photos"), (1, "1 photo"), (2, "2 photos")])
  func oneOfAKindIsNotSeveral(count: Int, words: String) {
    #expect(PieceFilter.Kind.counted(count, .photo).english == words)
  }
}

/// Another language is a table: nothing else has to know of it.
@Suite struct LanguageTests {
  private let german = Language(templates: [
    "status.summary": "Aufnahme {1}, Auslöser {2}, Ding {3}, Stücke: {4}.",
    "status.fault": "Störung ({1}): {2}",
    "sentence.followed": "{1} {2}",
    "camera.absent": "Keine Kamera ist eingerichtet.",
    "shutter.counting-series": "Noch {2} s bis zum ersten von {1}.",
    "photo.failed": "Das Foto ist misslungen: {1}",
    "shutter.no-frame": "die Kamera hat kein Bild geliefert.",
    "help.line": "{1} – {2}",
    "help.status": "sagt, wie alles steht.",
  ])

  private func reply(to line: String, in change: (inout ScriptedWorld) -> Void = { _ in }) -> String
  {
    let effects = Recording([Cue.line(line, at: 10)], in: change).effects
    let replies = effects.compactMap { effect in
      if case .console(.say(let reply, _)) = effect { reply } else { nil }
    }
    return replies.last?.text(in: german) ?? ""
  }

  @Test func aSentenceAndThoseWithinItAreSaidInTheLanguage() {
    let summary = reply(to: "") { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(summary.hasSuffix("Störung (camera): Keine Kamera ist eingerichtet."))
    #expect(Phrase.counting("3.0", 2).text(in: german) == "Noch 3.0 s bis zum ersten von 2.")
  }

  @Test func aValueThatIsAWordIsSaidInTheLanguageAndLeftAsItIsForPrograms() {
    let table = Language(templates: [
      "capture.state.paused": "pausiert ({1})", "pause.too-hot": "zu heiß",
    ])
    let state = Capture.State.paused(.overTemperature)
    #expect(state.word.text(in: table) == "pausiert (zu heiß)")
    #expect(
      JSON.object(state.members).text == #"{"capture":"paused","pause_cause":"overTemperature"}"#)
  }

  @Test func aListHasItsWordsInTheLanguage() {
    let table = Language(templates: ["role.button": "Taster", "sentence.list": "{1} und {2}"])
    let list = Phrase.list([Role.button.word, Role.light.word])
    #expect(list?.text(in: table) == "Taster und light")
    #expect(Phrase.list([]) == nil)
  }

  @Test func valuesMayStandInAnotherOrder() {
    let turned = Language(templates: [
      "shutter.counting-series": "In {2} s das erste von {1} Fotos."
    ])
    #expect(Phrase.counting("3.0", 2).text(in: turned) == "In 3.0 s das erste von 2 Fotos.")
  }

  @Test func whatTheTableLacksIsInEnglish() {
    #expect(reply(to: "help status").hasPrefix("status – sagt, wie alles steht.\nIt is written: "))
    #expect(reply(to: "help watch").hasPrefix("watch – tells the state at each change"))
  }

  @Test func programsReadTheSameWhateverTheLanguage() {
    let json = reply(to: "status --json") { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(json.contains(Phrase.cameraAbsent.english))
    let counting = Reply(.counting("3.0", 2)).json
    let sentence = "First of 2 photos in 3.0 s."
    #expect(counting == #"{"key":"shutter.counting-series","sentence":"\#(sentence)"}"#)
  }
}
