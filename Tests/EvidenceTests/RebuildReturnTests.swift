import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What was told behind a hole, each kind of it as it was told.
@Suite final class RebuildReturnTests: DamagedStore {
  /// Fills the store, does `later`, loses the page with the record of photo 10, and starts again; says what people hear.
  private func lose(_ later: (inout Store) throws -> Void) throws -> [String] {
    try fill()
    do {
      var store = try folder.open(at: .sample(85))
      try later(&store)
    }
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    let heard = try start()
    try checkVerification()
    return heard
  }

  private func make(
    _ changes: StoreChange..., by requester: Requester = .button, in store: inout Store
  ) throws {
    for change in changes { _ = try store.make(change, for: requester, at: .sample(86)) }
  }

  /// Brings a file `name` into `store`.
  private func bring(_ name: String, into store: inout Store) throws {
    try folder.write(Array("%PDF-1.7 a paper".utf8), as: name)
    let file = try FileDescriptor(opening: "\(folder.path)/\(name)", O_RDONLY)
    var copy = try store.beginCopy(of: file, called: name, room: .max)
    while !(try store.advance(&copy)) {}
    _ = try store.insert(try store.place(copy, of: "batch", at: .sample(88)), at: .sample(88))
  }

  @Test func whatWasRemovedForGoodIsNotMissed() throws {
    _ = try lose { store in
      try make(
        .deletePieces([3, 28], isForGood: true), .deletePieces([4], isForGood: false), in: &store)
    }
    let archive = try Archive(directory: folder.path)
    #expect(try archive.piece(3)?.isPurged == true && archive.piece(4)?.isDeleted == true)
    // No file tells of it, and nothing else gets its number.
    #expect(try archive.piece(28) == nil)
    #expect(try payloads("file.missing").isEmpty)
  }

  @Test func whatWasUndoneStaysUndone() throws {
    do {
      var store = try folder.open()
      for number in 1...2 { _ = try store.insert("first \(number)", at: .sample(number)) }
      try make(.deletePieces([1], isForGood: false), in: &store)
    }
    let records = [try head().sequence, try record(of: 2)]
    _ = try lose { store in
      try store.append([.changeUndone(records, by: .button)], at: .sample(86))
    }
    let archive = try Archive(directory: folder.path)
    #expect(try archive.piece(1)?.isDeleted == false && archive.piece(2)?.isDeleted == true)
  }

  @Test func settingsThatWereForgottenStayForgotten() throws {
    let setting = StoreChange.keep([KeptSetting(.cell, "8x16")], news: Phrase("test.kept", "Kept."))
    do {
      var store = try folder.open()
      try make(setting, in: &store)
    }
    _ = try lose { store in try store.append([Record(.storeReset)], at: .sample(86)) }
    let archive = try Archive(directory: folder.path)
    #expect(try archive.keptSettings().isEmpty)
  }

  @Test func whatAPersonChoseIsDecided() throws {
    _ = try lose { store in
      let options = ["Omega", "Seiko"].map { PieceOption($0, perMille: 500, by: "eyes") }
      for piece in [6, 29] { try make(.addOptions(piece, options), by: .analyser, in: &store) }
      for piece in [6, 29] {
        try make(.confirmOption(piece, .text("Omega"), setsTitle: true), in: &store)
      }
    }
    let archive = try Archive(directory: folder.path)
    for number in [6, 29] {
      let piece = try #require(try archive.piece(number))
      #expect(piece.decision == "confirmed" && piece.title == "Omega")
    }
  }

  @Test func aClipHasItsTitle() throws {
    _ = try lose { store in
      try store.record(frames: 3)
      let clip = try store.finishClip(dropped: 0, at: .sample(90)).piece.number
      try make(.titlePiece(clip, "Turning"), .lockPieces([clip], isLocked: true), in: &store)
    }
    let archive = try Archive(directory: folder.path)
    let clip = try #require(try archive.pieces().last)
    #expect(clip.kind == "clip" && clip.title == "Turning" && clip.isLocked)
  }

  @Test func aFileThatSomebodyBroughtIsAPieceAgain() throws {
    let heard = try lose { store in
      try self.bring("paper.pdf", into: &store)
      try make(.titlePiece(31, "Paper"), in: &store)
    }
    #expect(heard.contains("store.import-adopted"))
    let archive = try Archive(directory: folder.path)
    let piece = try #require(try archive.piece(31))
    #expect(piece.kind == "imported" && piece.title == "Paper" && piece.file.hasSuffix(".pdf"))
    #expect(try number("SELECT count(*) FROM texts WHERE text = '\"paper.pdf\"'") == 1)
  }

  @Test func whatWentWithAThingThatIsLostStaysAway() throws {
    try fill()
    do {
      var store = try folder.open(at: .sample(85))
      try make(.addThing(label: "Lamp", .other), in: &store)
      for number in 1...20 { _ = try store.insert("lamp \(number)", at: .sample(85 + number)) }
      try bring("paper.pdf", into: &store)
      try make(.deleteThing(nil), in: &store)
    }
    let began = try number("SELECT max(sequence) FROM records WHERE kind = 'thing.created'")
    let hole = try #require(RecordPages(ofStoreIn: folder.path).zero(with: began))
    _ = try Rebuild(folder.path)
    try start()
    try checkVerification()
    let archive = try Archive(directory: folder.path)
    #expect(try archive.piece(50)?.isDeleted == true && !hole.contains(began + 20))
    #expect(try archive.piece(51)?.kind == "imported" && archive.piece(51)?.isDeleted == true)
  }

  @Test func whatCannotBeReadComesBackOnceItCan() throws {
    try fill()
    let before = try view()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    do {
      var setup = folder.setup
      setup.medium = FailingMedium(failing: .list(of: "\(folder.path)/evidence/000"))
      var store = try Store(setup, at: .sample(100, boot: "second"))
      _ = try store.recover(at: .sample(100, boot: "second"))
      _ = try store.settleAll(at: .sample(100, boot: "second"))
    }
    try start(at: 110)
    #expect(try view() == before)
    try checkVerification()
  }
}
