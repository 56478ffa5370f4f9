import Testing

@testable import Core

/// Files that are taken in, by the machine as a whole.
@Suite struct ImportTests {
  private static func piece(_ number: Int) -> StoredPiece {
    StoredPiece(
      id: "id\(number)", number: number, file: "evidence/000/\(number).jpg", sha256: "",
      byteCount: 1)
  }

  private static let two: [Event.Import] = [
    .copies, .copies, .copied, .stored(piece(1), "a.jpg"), .copies, .copied,
    .stored(piece(2), "b.jpg"), .complete,
  ]

  @Test func aFolderBecomesPiecesAndThenItIsSaid() {
    let run = Recording([Cue.line("import /media/stick", at: 5)]) { $0.importNews = Self.two }
    #expect(run.bits == ["begin", "copy", "copy", "place", "copy", "copy", "place", "copy"])
    #expect(run.replyKeys.last == "import.some")
    #expect(run.answeredCount == 1)
  }

  @Test func aProgramHasOneObject() {
    let run = Recording([Cue.line("import --handed abc a%20b.jpg --json", at: 5)]) {
      $0.importNews = [.copies, .copied, .stored(Self.piece(1), "a b.jpg"), .complete]
    }
    #expect(
      run.objects == [
        """
        {"imported":[1],"there":[],"said":null,"wants_file":false,"restored":false,"problem":null}
        """
      ])
    #expect(run.sources == [.handed("a b.jpg", batch: "abc")])
  }

  @Test func whatIsThereAlreadyIsNamed() {
    let run = Recording([Cue.line("import /a", at: 5)]) {
      $0.importNews = [.copies, .there("x.jpg", 7), .complete]
    }
    #expect(run.replyKeys == ["import.there", "import.nothing"])
  }

  @Test func nothingIsCopiedWhileAPhotoIsOnItsWay() {
    let many = Array(repeating: Event.Import.copies, count: 400)
    let run = Recording([Cue.line("import /a", at: 5), Cue.press(6)]) { $0.importNews = many }
    let copies = run.times(of: .store(.copyImport))
    // The press is held for 0.1 s, the photo is due 3 s after it.
    #expect(!copies.contains { $0 > .at(6) && $0 < .at(9) })
    #expect(copies.contains { $0 < .at(6) } && copies.contains { $0 > .at(9) })
    #expect(run.kept.map(\.planned) == [.at(9)])
  }

  @Test func bitsComeAtAPaceThatLeavesOthersTheProcessor() {
    let many = Array(repeating: Event.Import.copies, count: 40)
    let run = Recording([Cue.line("import /a", at: 5)]) { $0.importNews = many }
    let copies = run.times(of: .store(.copyImport))
    for (one, next) in zip(copies, copies.dropFirst()) {
      #expect(next - one >= ImportQueue.pause)
    }
  }

  @Test func theCopyIsMadeDurableBehindASolidLight() {
    let run = Recording([Cue.line("import /a", at: 5)]) { $0.importNews = Self.two }
    let place = run.effects.firstIndex(of: .store(.placeImport)) ?? 0
    let switches = run.effects[..<place].compactMap { effect in
      if case .output(.light(let isOn)) = effect { isOn } else { nil }
    }
    #expect(switches.last == true)
  }

  @Test func whoHasEnoughEndsItAndHearsSo() {
    let many = Array(repeating: Event.Import.copies, count: 400)
    let run = Recording([Cue.line("import /a", at: 5), Cue.interrupted(at: 6)]) {
      $0.importNews = many
    }
    #expect(run.effects.contains(.store(.endImport)))
    #expect(run.replyKeys.contains("import.interrupted"))
    #expect(run.answeredCount == 1)
  }

  @Test func whatIsMadeDurableWhenSomebodyHasEnoughCounts() {
    let run = Recording([Cue.line("import /a", at: 5), Cue.interrupted(at: 5.001)]) {
      $0.importNews = [.copied, .stored(Self.piece(1), "a"), .copies, .copies]
    }
    let before = run.bits.filter { $0 == "place" }.count
    #expect(run.answeredCount == 1)
    #expect(before <= 1)
  }

  @Test func aShutdownEndsIt() {
    let many = Array(repeating: Event.Import.copies, count: 4000)
    let run = Recording([Cue.line("import /a", at: 5), Cue.line("import /b", at: 6, from: 2)]) {
      $0.importNews = many
    }
    #expect(run.effects.contains(.store(.endImport)))
    #expect(run.answeredCount == 2)
  }

  @Test func aStoreThatIsLockedIsAskedAgain() {
    let run = Recording([Cue.line("import /a", at: 5)]) {
      $0.importNews = [
        .copies, .copied, .failed(.lockedStore), .stored(Self.piece(1), "a"), .complete,
      ]
    }
    #expect(run.bits == ["begin", "copy", "place", "place", "copy"])
    #expect(run.replyKeys.last == "import.one")
  }

  @Test func withoutRoomNothingIsTakenIn() {
    let run = Recording([Cue.line("import /a", at: 5)]) {
      $0.measurements.space = Space(free: 1, total: 100)
    }
    #expect(run.bits == [])
    #expect(run.replyKeys == ["import.no-room"])
  }

  @Test(arguments: ["import", "import stick", "import --handed abc", "import --handed abc %zz"])
  func whatIsNoImportIsRefused(line: String) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(run.bits == [])
    #expect(run.replyKeys.count == 1)
  }

  @Test func whoMayOnlyLookTakesNothingIn() {
    #expect(Recording([Cue.line("import /a", at: 5, .status)]).bits == [])
  }

  @Test(arguments: ["a b.jpg", "a\nb", "ä%41", "~-_."])
  func aNameIsOneWordAndComesBack(name: String) {
    let word = PercentCode.word(for: name)
    #expect(word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(PercentCode.text(of: word) == name)
  }
}

extension Recording {
  /// What was asked of the store for the import.
  fileprivate var bits: [String] {
    effects.compactMap { effect in
      switch effect {
      case .store(.beginImport): "begin"
      case .store(.copyImport): "copy"
      case .store(.placeImport): "place"
      default: nil
      }
    }
  }

  fileprivate var sources: [ImportSource] {
    effects.compactMap {
      if case .store(.beginImport(let source, _, _)) = $0 { source } else { nil }
    }
  }

  private var replies: [Reply] {
    effects.compactMap { if case .console(.say(let reply, _)) = $0 { reply } else { nil } }
  }

  /// Keys of the sentences that sessions were told.
  fileprivate var replyKeys: [String] {
    replies.flatMap { reply in
      if case .sentences(let phrases) = reply { phrases.map(\.key) } else { [String]() }
    }
  }

  /// Objects that programs were told.
  fileprivate var objects: [String] {
    replies.compactMap { if case .json(let text) = $0 { text } else { nil } }
  }

  fileprivate var answeredCount: Int {
    effects.count { if case .console(.answered) = $0 { true } else { false } }
  }
}
