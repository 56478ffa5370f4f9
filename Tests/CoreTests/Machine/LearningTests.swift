import Testing

@testable import Core

/// The lesson in signs and gestures.
@Suite struct LearningTests {
  private let lesson = Cue.line("learn", at: 5)
  /// A lesson that is past its signs at 7 s.
  private var gestures: [[Cue]] { [lesson, Cue.press(5.5, hold: 1.3)] }

  private static func overtaken(_ news: Phrase, _ situation: String) -> String {
    "\(news.english) The lesson has ended, for there is something else: \(situation)."
  }

  private static func names(_ patterns: ArraySlice<Pattern>) -> [String] {
    patterns.map { Phrase.lightShows($0.word, $0.sign).english }
  }

  @Test func eachSignIsNamedAndThenShown() {
    let run = Recording([lesson], until: 174)
    #expect(run.said() == [Phrase.lessonBegins.english] + Self.names(Pattern.allCases[...]))
    // The fourth sign is named at 35 s: counting, which nothing else shows.
    #expect(run.light(from: 38.3, to: 40.3) == [200, -500, 500, -500, 300])
    #expect(run.light(from: 5.5, to: 7.9).allSatisfy { $0 < 400 })
  }

  @Test func aClickPassesOverASignAndALongPressOverTheRest() {
    let run = Recording([lesson, Cue.press(6), Cue.press(7, hold: 2)], until: 12)
    let asked = "Now the gestures. Click: press once, and let go."
    #expect(
      run.said() == [Phrase.lessonBegins.english] + Self.names(Pattern.allCases[..<2]) + [asked])
  }

  @Test func eachGestureIsAskedForUntilItIsMade() {
    let made: [[Cue]] = [
      Cue.press(10, hold: 1.5), Cue.press(13), Cue.press(16) + Cue.press(16.3),
      Cue.press(19) + Cue.press(19.3) + Cue.press(19.6), Cue.press(22, hold: 1.5),
    ]
    let run = Recording(gestures + made, until: 30)
    #expect(
      Array(run.said().suffix(6)) == [
        "Now the gestures. Click: press once, and let go.",
        "I heard this: long press. Try again. Click: press once, and let go.",
        "That was right: click. Double click: press twice, quickly.",
        "That was right: double click. Triple click: press three times, quickly.",
        "That was right: triple click. Long press: hold the button for two seconds.",
        "That was right: long press. " + Phrase.lessonEnds.english,
      ])
    #expect(run.answered() == 1)
  }

  @Test func nothingIsStoredOrChangedOrUndone() {
    let made: [[Cue]] = [
      Cue.press(10), Cue.press(12) + Cue.press(12.3),
      Cue.press(15) + Cue.press(15.3) + Cue.press(15.6),
    ]
    let run = Recording(gestures + made, until: 25)
    #expect(run.kept.isEmpty)
    #expect(run.changes.isEmpty)
    #expect(run.announced.isEmpty)
  }

  @Test func clicksAreCountedWhateverTheProfileMakesOfThem() {
    var settings = Settings.board
    settings.gestures = GestureProfile(
      click: .photo, doubleClick: .none, tripleClick: .none, longPress: .none)
    let made: [[Cue]] = [Cue.press(10), Cue.press(13) + Cue.press(13.3)]
    let run = Recording(settings, gestures + made, until: 16)
    #expect(
      run.said().last
        == "That was right: double click. Triple click: press three times, quickly.")
  }

  @Test func theVoiceSaysItToo() {
    var settings = Settings.board
    settings.hasVoice = true
    let run = Recording(settings, [lesson, Cue.press(9, hold: 2)], until: 12)
    let spoken = run.effects.compactMap { effect -> String? in
      if case .voice(.say(let phrase)) = effect { phrase.english } else { nil }
    }
    let rule = Phrase.lessonBegins.english
    #expect(spoken.contains("\(rule) \(Self.names(Pattern.allCases[..<1])[0])"))
    #expect(spoken.contains("Now the gestures. Click: press once, and let go."))
  }

  @Test func itEndsWhereNobodyPresses() {
    let run = Recording(gestures, until: 60)
    #expect(run.said().last == Phrase.lessonLapsed.english)
    #expect(run.answered() == 1)
    // The click after it is one like any other.
    let after = Recording(gestures + [Cue.press(45)], until: 60)
    #expect(after.stored.map(\.planned) == [.at(48)])
  }

  @Test(arguments: [Cue.line("", at: 7), Cue.line("status", at: 7), Cue.interrupted(at: 7)])
  func whateverItsSessionDoesEndsIt(end: [Cue]) {
    let run = Recording([lesson, end, Cue.press(8)], until: 16)
    #expect(run.said().contains(Phrase.lessonStopped.english))
    #expect(run.stored.map(\.planned) == [.at(11)])
  }

  @Test func whoeverCancelsEndsIt() {
    let run = Recording([lesson, Cue.line("cancel", at: 7, from: 2), Cue.press(8)], until: 16)
    #expect(run.said(to: 1).last == Phrase.lessonStopped.english)
    #expect(run.said(to: 2) == [Phrase.lessonStopped.english])
    #expect(run.stored.map(\.planned) == [.at(11)])
  }

  @Test func whatOtherSessionsAskDoesNotEndIt() {
    let run = Recording([lesson, Cue.line("status", at: 7, from: 2), Cue.press(8)], until: 16)
    #expect(run.kept.isEmpty)
  }

  @Test func aPhotoAskedForElsewhereEndsIt() {
    let run = Recording([lesson, Cue.line("snap --in 1", at: 8, from: 2)], until: 30)
    #expect(run.stored.map(\.planned) == [.at(9)])
    #expect(run.said().last == "The lesson has ended, for there is something else: counting.")
    #expect(run.answered() == 1)
  }

  @Test func aFaultThatLightAndBuzzerTellEndsIt() {
    let run = Recording([lesson, Cue.failed(.fullStore, at: 8)], until: 12)
    #expect(run.said().last == Self.overtaken(Failure.fullStore.phrase, "fault"))
  }

  @Test func theDeviceThatEndsItIsNamedWhateverElseIsNotThere() {
    let broken = Failure(.button, Phrase("test.broken", "The button is gone."))
    let script = [Cue.failed(.absentCamera, at: 6), lesson, Cue.failed(broken, at: 9)]
    let run = Recording(script, until: 12) { $0.openingFailures[.camera] = (.absentCamera, 99) }
    #expect(run.said().last == Self.overtaken(broken.phrase, "fault"))
  }

  @Test func aPressThatBeganInALessonWhichALineHasEndedIsRefusedAloud() {
    let run = Recording([lesson, Cue.press(7), Cue.line("status", at: 7.05)], until: 16)
    #expect(run.kept.isEmpty)
    #expect(run.announced == ["lesson.over"])
    #expect(run.light(from: 7.1, to: 12).filter { $0 > 0 }.contains(500))
  }

  @Test func aVeryLongPressShutsDownAllTheSame() {
    let run = Recording(gestures + [Cue.press(10, hold: 7)], until: 25)
    #expect(run.announced == ["machine.shutdown-by-button"])
  }

  @Test func itIsRefusedWhilePhotosAreCountedDownTo() {
    let run = Recording([Cue.press(4), lesson], until: 10)
    #expect(run.said().map { $0.hasPrefix("Busy: counting") } == [true])
  }

  @Test func itIsRefusedWhileTheButtonIsPressed() {
    let script = [Cue.press(4.8, hold: 0.5) + Cue.press(5.4) + Cue.press(5.6), lesson]
    let run = Recording(script, until: 8)
    #expect(run.said() == [Phrase.lessonPressed.english])
    #expect(run.changes == [.nextThing(goesThrough: false)])
  }

  @Test func itIsRefusedWhileTheButtonAsks() {
    let run = Recording([Cue.press(2, hold: 1.5), lesson], until: 12)
    #expect(run.said().map { $0.hasPrefix("Busy: light and buzzer") } == [true])
  }

  @Test func aProgramIsToldThatItIsForPeople() {
    let run = Recording([Cue.line("learn --json", at: 5), Cue.press(7)], until: 12)
    #expect(run.said() == [Phrase.lessonForPeople.english])
    #expect(run.stored.count == 1)
  }
}
