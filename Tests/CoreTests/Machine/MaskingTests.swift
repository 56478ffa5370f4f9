import Testing

@testable import Core

/// A mask frames all photos from the next one on, whoever asks for them.
@Suite struct MaskingTests {
  private static let settings = Settings.board { $0.hasVoice = true }

  @Test func aPressAndALineAreFramed() {
    let run = Recording([
      Cue.line("mask id", at: 3), Cue.press(5), Cue.line("snap", at: 10),
      Cue.line("mask off", at: 14), Cue.press(15),
    ])
    #expect(run.stored.map(\.mask) == [.id, .id, nil])
  }

  @Test func theMaskOfItsBeginningCountsForAllOfASeries() {
    let run = Recording([
      Cue.line("mask qr", at: 4), Cue.line("snap --in 2", at: 5), Cue.line("mask off", at: 6),
      Cue.line("mask off", at: 8),
    ])
    #expect(run.stored.map(\.mask) == [.qr])
    #expect(run.lastAtWork.framing.mask == nil)
  }

  @Test func amidASeriesNoOtherMaskIsTaken() {
    let run = Recording([Cue.line("snap --in 5", at: 5, from: 2), Cue.line("mask id", at: 6)])
    #expect(run.said().first?.hasPrefix("Busy: counting") == true)
    #expect(run.lastAtWork.framing.mask == nil)
  }

  @Test func aDocumentIsAnnouncedAndSpoken() {
    let run = Recording(Self.settings, [Cue.line("mask id", at: 3), Cue.line("snap", at: 5)])
    #expect(run.spoken == ["voice.ready", "document.stored"])
  }

  @Test func aPictureThatCannotBeCroppedIsAPhotoWithAWord() {
    let run = Recording(Self.settings, [Cue.line("mask id", at: 3), Cue.line("snap", at: 5)]) {
      $0.isCroppable = false
    }
    #expect(run.spoken == ["voice.ready", "photo.stored", "document.not-cropped"])
  }

  @Test func itIsSaidAndToldToPrograms() {
    let run = Recording([
      Cue.line("mask", at: 3), Cue.line("mask free 10 20 50 30", at: 4), Cue.line("mask", at: 5),
      Cue.line("mask --json", at: 6),
    ])
    let said = run.said()
    #expect(said.first == Phrase.maskOff.english)
    #expect(said.last == #"{"mask":"free 10 20 50 30"}"#)
    #expect(said.dropFirst().first?.hasPrefix("Mask: 50 % of the width and 30 % of") == true)
  }

  @Test func statusTellsOfAMaskAlone() {
    let run = Recording([
      Cue.line("status", at: 3), Cue.line("mask passport", at: 4), Cue.line("status", at: 5),
      Cue.line("status --json", at: 6),
    ])
    let said = run.said()
    #expect(!said[0].contains("Mask"))
    #expect(said[2].contains(Phrase.maskPassport.english))
    #expect(said[3].contains(#""mask":"passport""#))
  }

  @Test func aChangeIsNotedOnce() {
    let run = Recording([
      Cue.line("mask id", at: 3), Cue.line("mask id", at: 4), Cue.line("mask off", at: 5),
      Cue.line("mask off", at: 6),
    ])
    #expect(run.notedSettings == ["mask id", "mask off"])
  }

  @Test func aProgramHearsOfTheCrop() {
    let run = Recording([Cue.line("mask id", at: 3), Cue.line("snap --json", at: 5)])
    #expect(run.said().last?.contains(#""crop":{"file":"evidence/000/1-crop.jpg""#) == true)
  }
}

extension Recording {
  /// What was set, in the order in which it is recorded.
  fileprivate var notedSettings: [String] {
    effects.flatMap { effect -> [String] in
      guard case .store(.note(let notes)) = effect else { return [] }
      return notes.compactMap { note in
        guard case .settingChanged(let change) = note else { return nil }
        return "\(change.name) \(change.value ?? "-")"
      }
    }
  }
}
