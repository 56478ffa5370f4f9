import Testing

@testable import Core

/// A study by the machine as a whole.
@Suite struct StudyTests {
  private static func settings(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
    .board {
      ($0.gestures, $0.study.isConfigured) = (.study, true)
      change(&$0)
    }
  }

  private func run(
    by settings: Settings = settings(), filled: [Slot: Int] = [:], _ script: [[Cue]]
  ) -> Recording {
    Recording(settings, script) {
      $0.facts.slots = SlotFills(thing: 1, label: "Bag", pieces: filled)
    }
  }

  private let full = Dictionary(uniqueKeysWithValues: StudyPlan().slots.map { ($0, 1) })

  @Test func aClickRecordsForTheFirstEmptySlot() throws {
    let run = run(filled: [Slot(.test, 1): 1], [Cue.press(5), Cue.press(10)])
    let clip = try #require(run.begun.first)
    #expect(clip.task == StudyTask(Slot(.test, 2), desired: .seconds(15)))
    #expect(clip.planned == .at(5))
    // One sentence for what begins, and one for what is stored.
    let keys = ["slots.next", "clip.for-slot", "clip.stopped", "sentence.followed"]
    #expect(Array(run.announced.prefix(4)) == keys)
  }

  @Test func aPressWhileTheStoreIsBeingOpenedFillsASlotToo() throws {
    let run = Recording(Self.settings(), [Cue.press(1), Cue.press(9)]) {
      $0.openingTimes[.store] = .seconds(3)
      $0.facts.slots = SlotFills(thing: 1, label: "Bag", pieces: [:])
    }
    let clip = try #require(run.begun.first)
    #expect(clip.task?.slot == Slot(.test, 1))
    #expect(run.announced.contains("clip.for-slot"))
  }

  @Test func aPressSoonAfterNextThingIsForThatThing() throws {
    let tripleClick = Cue.press(5) + Cue.press(5.3) + Cue.press(5.6)
    let run = Recording(Self.settings(), [tripleClick, Cue.press(6.06), Cue.press(9)]) {
      $0.facts.slots = SlotFills(thing: 1, label: "Bag", pieces: full)
      $0.slotsAfterChange = SlotFills(thing: 2, label: "Shoe", pieces: [:])
    }
    let clip = try #require(run.begun.first)
    #expect(clip.task?.slot == Slot(.test, 1))
    // The thing and its slot are told together.
    #expect(run.announced.contains("sentence.followed"))
    #expect(!run.announced.contains("slots.filled-now") && !run.announced.contains("slots.next"))
  }

  @Test func aDoubleClickForTheNextSlotIsAnsweredBySignAndName() {
    let run = run([Cue.press(5), Cue.press(5.3)])
    #expect(run.buzzer(from: 5.5, to: 8.5).filter { $0 > 0 } == [80, 80, 500])
    #expect(run.announced.last == "slots.next")
  }

  /// The store says of each clip that it is 2 s long.
  @Test(arguments: [(Duration.seconds(15), true), (.seconds(4), false)])
  func aClipFarShorterThanItsSlotAsksForSaysHowToRedoIt(desired: Duration, isFarShort: Bool) {
    let settings = Self.settings { $0.study.testLength = desired }
    let run = run(by: settings, [Cue.press(5), Cue.press(7)])
    let told = run.announcedSentences.last { $0.hasPrefix("Stored, clip") } ?? ""
    #expect(told.contains("far shorter than test 1 of 2") == isFarShort)
    #expect(!told.contains("too short"), "it fills its slot all the same")
  }

  @Test func whatBecameOfAClipIsOneSentence() {
    let run = run(by: Self.settings { $0.hasVoice = true }, [Cue.press(5), Cue.press(7)])
    let told = run.announcedSentences.filter { $0.contains("far shorter") }
    #expect(told.count == 1 && told.first?.hasPrefix("Stored, clip 1") == true)
    let spoken = run.sentences.filter { $0.contains("far shorter") }
    #expect(spoken.count == 1)
    #expect(spoken.first?.contains("Next: ") == true, "\(spoken)")
  }

  @Test func itEndsByItselfFiveSecondsAfterItsLength() throws {
    let run = run(by: Self.settings { $0.study.testLength = .seconds(6) }, [Cue.press(5)])
    let end = try #require(run.finished.first)
    // The first frame is that of the press, which was remembered.
    #expect(end >= .at(16) && end < .at(16.1))
    #expect(run.announced.contains("clip.ends"))
  }

  @Test func theLongestOtherClipDoesNotCutItShort() {
    let run = run(
      by: Self.settings { $0.clipLongest = .seconds(2) }, [Cue.press(5), Cue.press(15)])
    #expect(run.appended.last ?? .zero > .at(14.9))
  }

  @Test func aDoubleClickChoosesTheNextSlot() {
    let run = run([Cue.press(5) + Cue.press(5.3), Cue.press(8), Cue.press(12)])
    #expect(run.begun.first?.task?.slot == Slot(.test, 2))
    #expect(run.announced.contains("slots.next"))
  }

  @Test func aFullThingRecordsNothingMore() {
    let run = run(filled: full, [Cue.press(5), Cue.press(10) + Cue.press(10.3)])
    #expect(run.begun.isEmpty)
    #expect(run.announced.suffix(2) == ["slots.filled-now", "slots.filled-now"])
    #expect(run.showings(of: .refusedSign, by: .light).count == 2)
  }

  @Test func aThingForNoStudyHasOrdinaryClips() {
    let run = Recording(Self.settings(), [Cue.press(5), Cue.press(10)])
    #expect(run.begun.count == 1 && run.begun.first?.task == nil)
  }

  @Test func aLineChoosesASlotAndRecordsForIt() {
    let lines = Cue.line("clip start train 3", at: 5) + Cue.line("clip stop", at: 8)
    #expect(run([lines]).begun.first?.task?.slot == Slot(.train, 3))
    let chosen = Cue.line("slots use train 2", at: 5)
    let both = run([chosen, Cue.press(8), Cue.press(10)])
    #expect(both.begun.first?.task?.slot == Slot(.train, 2))
    #expect(both.announced.first == "slots.next")
  }

  @Test(arguments: [
    ("slots use", "slots.needed"), ("slots use 3", "slots.needed"),
    ("slots use test 3", "slots.unknown"), ("slots use test 1", "slots.taken"),
    ("slots use shoe 1", "slots.needed"), ("clip start train 6", "slots.unknown"),
    ("clip start test 1", "slots.taken"), ("clip redo", "clip.redo-needed"),
    ("clip redo 3", "clip.fills-none"), ("clip redo train 2", "slots.empty-already"),
    ("clip redo test 9", "slots.unknown"),
  ])
  func aSlotThatCanNotBeHadIsRefused(line: String, key: String) {
    let run = Recording(Self.settings(), [Cue.line(line, at: 5)]) {
      $0.facts.slots = SlotFills(thing: 1, label: "Bag", pieces: [Slot(.test, 1): 1])
    }
    #expect(run.saidKeys() == [key])
    #expect(run.begun.isEmpty && run.changes.isEmpty)
  }

  @Test(arguments: ["clip redo 7", "clip redo test 2"])
  func redoDeletesTheClipOfTheSlot(line: String) {
    let run = run(filled: [Slot(.test, 1): 6, Slot(.test, 2): 7], [Cue.line(line, at: 5)])
    #expect(run.changes == [.deletePieces([7], isForGood: false)])
    #expect(run.answered() == 1)
  }

  @Test func newThingsAreCollectedForTheStudy() {
    let lines = Cue.line("thing add Omega watch", at: 5) + Cue.line("thing next", at: 6)
    #expect(
      run([lines]).changes == [
        .addThing(label: "Omega watch", .other, collects: true),
        .nextThing(goesThrough: true, collects: true),
      ])
  }

  @Test func theVoiceSaysWhichBeforeItKeepsQuiet() {
    let run = run(by: Self.settings { $0.hasVoice = true }, [Cue.press(5), Cue.press(10)])
    #expect(run.spoken.contains("clip.for-slot"))
    #expect(run.spoken.contains("sentence.followed"))
  }

  @Test func theBuzzerPipsEveryFiveSecondsAndTwiceLongAtTheLength() throws {
    let run = run(by: Self.settings { $0.study.testLength = .seconds(6) }, [Cue.press(5)])
    let start = (try #require(run.appended.first) - .at(0)).inSeconds
    let marks = run.buzzer(from: start + 1, to: start + 9).filter { $0 > 0 }
    #expect(marks == [80, 500, 500])
  }
}

extension Recording {
  /// The keys of what session 1 was told directly.
  fileprivate func saidKeys() -> [String] {
    effects.compactMap { effect in
      guard case .console(.say(let reply, SessionID(number: 1))) = effect,
        case .sentences(let phrases) = reply
      else { return nil }
      return phrases.first?.key
    }
  }
}
