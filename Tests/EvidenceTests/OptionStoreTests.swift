import Core
import Testing

@testable import Evidence

/// What programs guess of pieces, in a store.
@Suite struct OptionStoreTests {
  private static let two = [
    PieceOption("Omega", perMille: 800, by: "eyes"),
    PieceOption("Seiko", perMille: 500, by: "eyes"),
  ]

  @discardableResult
  private func make(
    _ change: StoreChange, by requester: Requester = .button, in store: inout Store
  ) throws -> String {
    try store.make(change, for: requester, at: .sample()).key
  }

  /// A store with two photos, of which the first has options.
  private func store(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...2 { _ = try store.insert("\(number)", at: .sample(number)) }
    try make(.addOptions(1, Self.two), by: .analyser, in: &store)
    return store
  }

  private func asked(_ store: borrowing Store) throws -> [String] {
    guard case .asking(let options)? = try store.archive.piece(1)?.clarification else { return [] }
    return options.map(\.text)
  }

  @Test func optionsAreThereAfterARestartAndARebuild() throws {
    let folder = TemporaryFolder()
    do {
      var store = try store(in: folder)
      try make(.denyOption(1, .text("Omega")), in: &store)
    }
    do {
      let store = try folder.open(at: .sample(20))
      #expect(try asked(store) == ["Seiko"])
      #expect(try store.archive.piece(1)?.options.map(\.isDenied) == [true, false])
      #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
    }
  }

  @Test func aConfirmedOptionIsTheDecisionAndTheTitle() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let confirmed = StoreChange.confirmOption(1, .text("Seiko"), setsTitle: true)
    #expect(try make(confirmed, in: &store) == "option.confirmed")
    let piece = try #require(try store.archive.piece(1))
    #expect((piece.title, piece.decision) == ("Seiko", "confirmed"))
    #expect((piece.choice?.text, piece.choice?.requester) == ("Seiko", "button"))
    #expect(try asked(store) == [])
    #expect(store.refusal(of: confirmed) == "option.settled")
    #expect(store.refusal(of: .denyOption(1, .number(1))) == "option.settled")
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aProgramThatHearsOfItLeavesTheTitle() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.confirmOption(1, .number(1), setsTitle: false), in: &store)
    let piece = try #require(try store.archive.piece(1))
    #expect((piece.title, piece.choice?.text) == (nil, "Omega"))
  }

  @Test func aPersonsNoTakesBackWhatAnAnalyserDecided() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let certain = PieceOption("Omega", perMille: 950, by: "eyes")
    let other = PieceOption("Seiko", perMille: 400, by: "eyes")
    try make(.addOptions(1, [certain, other]), by: .analyser, in: &store)
    let decided = StoreChange.confirmOption(1, .text("Omega"), setsTitle: true)
    try make(decided, by: .analyser, in: &store)
    #expect(store.refusal(of: .decidePieces([1, 2], .denied)) == "option.of-analyser")
    #expect(try make(.decidePieces([1], .denied), in: &store) == "option.denied")
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.title == nil && piece.decision == nil && piece.choice == nil)
    #expect(try asked(store) == ["Seiko"])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aTitleThatAPersonGaveStays() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let certain = PieceOption("Omega", perMille: 950, by: "eyes")
    try make(.addOptions(1, [certain]), by: .analyser, in: &store)
    try make(.confirmOption(1, .text("Omega"), setsTitle: true), by: .analyser, in: &store)
    try make(.titlePiece(1, "My own"), in: &store)
    try make(.decidePieces([1], .denied), in: &store)
    #expect(try store.archive.piece(1)?.title == "My own")
  }

  @Test func whatAnAnalyserDecidesIsMarkedAsItsOwn() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let certain = PieceOption("Omega", perMille: 950, by: "eyes")
    try make(.addOptions(1, [certain]), by: .analyser, in: &store)
    let decided = StoreChange.confirmOption(1, .text("Omega"), setsTitle: true)
    #expect(try make(decided, by: .analyser, in: &store) == "option.decided")
    #expect(try store.archive.piece(1)?.choice?.requester == "analyser")
    #expect(
      try store.archive.options(of: 1).reply(asJSON: false).text(in: .english)
        .hasPrefix("Decided by analyser of photo 1: Omega."))
  }

  @Test func whatBecameDoubtfulIsNotDecidedByAnAnalyser() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let decided = StoreChange.confirmOption(1, .text("Omega"), setsTitle: true)
    do throws(Failure) {
      _ = try store.make(decided, for: .analyser, at: .sample())
      Issue.record("it is decided")
    } catch {
      #expect(error.phrase.key == "option.doubtful")
    }
    #expect(try asked(store) == ["Omega", "Seiko"])
  }

  @Test func newOptionsClearEarlierDenialsAndReplaceThoseOfTheirAnalyser() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.denyOption(1, .text("Omega")), in: &store)
    let other = PieceOption("Zenith", perMille: 600, by: "codes")
    try make(.addOptions(1, [other]), by: .analyser, in: &store)
    #expect(try asked(store) == ["Omega", "Zenith", "Seiko"])
    let one = PieceOption("Tissot", perMille: 700, by: "eyes")
    try make(.addOptions(1, [one]), by: .analyser, in: &store)
    #expect(try asked(store) == ["Tissot", "Zenith"])
  }

  @Test func aDecisionThatIsTakenBackAsksAgain() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.confirmOption(1, .text("Omega"), setsTitle: false), in: &store)
    try make(.decidePieces([1], nil), in: &store)
    #expect(try store.archive.piece(1)?.choice == nil)
    #expect(try asked(store) == ["Omega", "Seiko"])
  }

  @Test func whatIsAskedIsNotDecidedPastItsOptions() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(store.refusal(of: .decidePieces([2, 1], .confirmed)) == "option.needed")
    try make(.decidePieces([2], .confirmed), in: &store)
    try make(.decidePieces([1], nil), in: &store)
  }

  @Test func optionsThatAreNotThereAreNotAnswered() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(store.refusal(of: .denyOption(1, .number(3))) == "option.gone")
    #expect(store.refusal(of: .denyOption(1, .text("omega"))) == "option.gone")
    #expect(store.refusal(of: .denyOption(2, .number(1))) == "option.settled")
    #expect(store.refusal(of: .denyOption(9, .number(1))) == "piece.none")
    try make(.denyOption(1, .number(1)), in: &store)
    #expect(store.refusal(of: .denyOption(1, .number(1))) == "option.gone")
    try make(.deletePieces([1], isForGood: false), in: &store)
    #expect(store.refusal(of: .denyOption(1, .number(2))) == "piece.is-deleted")
    #expect(store.refusal(of: .addOptions(1, Self.two)) == "piece.is-deleted")
  }

  @Test func aLabelLeadsToItsThingOrToANewOne() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert()
    #expect(try make(.useLabel("Green bag", of: 1), by: .analyser, in: &store) == "thing.begun")
    #expect(try make(.useLabel("unsorted", of: 1), by: .analyser, in: &store) == "thing.current")
    #expect(try make(.useLabel("GREEN BAG", of: 1), by: .analyser, in: &store) == "thing.current")
    #expect(try store.archive.things().map(\.label) == ["Unsorted", "Green bag"])
    #expect(try store.archive.currentThing().label == "Green bag")
    let count = try store.rows("SELECT count(*) FROM records")
    try make(.useLabel("Green bag", of: 1), by: .analyser, in: &store)
    #expect(try store.rows("SELECT count(*) FROM records") == count)
    try make(.deletePieces([1], isForGood: false), in: &store)
    #expect(store.refusal(of: .useLabel("Red bag", of: 1)) == "piece.is-deleted")
    #expect(try store.archive.currentThing().label == "Green bag")
  }

  @Test func programsReadOptionsWithThePiece() throws {
    let folder = TemporaryFolder()
    let store = try store(in: folder)
    let json = try #require(try store.archive.piece(1)).json.text
    #expect(
      json.contains(
        #""options":[{"text":"Omega","confidence":0.8,"analyser":"eyes","denied":false},"#))
    #expect(json.contains(#""decided_by":null,"option":null"#))
  }
}
