import Core
import Testing

@testable import Evidence

/// Which pieces a filter lets through.
@Suite struct PieceFilterArchiveTests {
  private static let march = WallTime.synchronised(1_774_622_668_250_000)
  private static let april = WallTime.synchronised(1_775_486_668_250_000)

  /// Photos 1 and 2 of 27 March, 3 of 6 April and of the thing Watch, 4 without a date; 2 is deleted.
  private func filled(_ folder: borrowing TemporaryFolder) throws -> Store {
    var store = try folder.open()
    _ = try store.insert("one", at: .sample(1, boot: "march", wall: Self.march))
    _ = try store.insert("two", at: .sample(1, boot: "march", wall: Self.march))
    _ = try store.make(.addThing(label: "Watch", .other), for: .button, at: .sample(3))
    _ = try store.insert("three", at: .sample(4, boot: "april", wall: Self.april))
    _ = try store.make(.useThing(ThingReference("1")), for: .button, at: .sample(5))
    _ = try store.insert("four", at: .sample(6, boot: "dark"))
    _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: .sample(7))
    return store
  }

  private func numbers(_ list: PieceList) -> [Int] {
    numbers(list.reply(asJSON: true).text(in: .english))
  }

  /// The text of all that `filter` lets through, as it is written a part at a time.
  private func listing(
    _ filter: PieceFilter, asJSON isJSON: Bool, withDeleted: Bool = true, _ store: borrowing Store
  ) throws -> String {
    var list = PieceListing(asJSON: isJSON, isFiltered: filter != .all)
    var text = ""
    try store.archive.eachPart(of: filter, withDeleted: withDeleted) {
      text += list.next($0, in: .english)
    }
    return text + list.end(in: .english)
  }

  private func numbers(_ text: String) -> [Int] {
    text.split(separator: ",").compactMap { part in
      part.hasPrefix("\"number\":") ? Int(part.dropFirst(9)) : nil
    }
  }

  @Test(
    arguments: [
      ([nil, nil, nil, nil], [1, 3, 4]), (["watch", nil, nil, nil], [3]),
      (["1", nil, nil, nil], [1, 4]), ([nil, "photo", nil, nil], [1, 3, 4]),
      ([nil, "imported", nil, nil], []), ([nil, nil, "deleted", nil], [2]),
      ([nil, nil, "stored", nil], [1, 3, 4]), ([nil, nil, nil, "3"], [3, 4]),
      ([nil, nil, nil, "2026-03-27"], [1, 3]), ([nil, nil, nil, "2026-03-28"], [3]),
      ([nil, nil, nil, "2026-04-07"], []), (["1", "photo", "deleted", "2026-03-27"], [2]),
    ] as [([String?], [Int])])
  func aConsolesListHasWhatItLetsThrough(words: [String?], pieces: [Int]) throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    let filter = try PieceFilter(
      thing: words[0], kind: words[1], state: words[2], since: words[3])
    #expect(numbers(try store.archive.list(filter, latest: 50)) == pieces)
  }

  @Test func theCommandLinesListHasDeletedOnesWhereTheyAreAskedFor() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    let since = try PieceFilter(thing: nil, kind: nil, state: nil, since: "2026-03-27")
    #expect(numbers(try listing(since, asJSON: true, store)) == [1, 2, 3])
    #expect(numbers(try listing(.all, asJSON: true, store)) == [1, 2, 3, 4])
    #expect(numbers(try listing(.all, asJSON: true, withDeleted: false, store)) == [1, 3, 4])
    let deleted = try PieceFilter(thing: nil, kind: nil, state: "deleted", since: nil)
    #expect(numbers(try listing(deleted, asJSON: true, withDeleted: false, store)) == [2])
  }

  @Test(arguments: [0, 1, 200, 450])
  func aListThatIsWrittenInPartsIsThatOfAllPieces(count: Int) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for second in 0..<count { _ = try store.insert("more", at: .sample(second)) }
    let list = PieceList(try store.archive.pieces())
    for isJSON in [true, false] {
      let text = list.reply(asJSON: isJSON).text(in: .english) + "\n"
      #expect(try listing(.all, asJSON: isJSON, store) == text)
    }
  }

  @Test func aPartIsNoMoreThanTheFirstLineNeeds() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for second in 0..<450 { _ = try store.insert("more", at: .sample(second)) }
    var parts: [Int] = []
    try store.archive.eachPart(of: .all, withDeleted: true) { parts.append($0.count) }
    #expect(parts == [200, 200, 50])
  }

  @Test func whereNothingIsLikeThatAListSaysSo() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    let filter = try PieceFilter(thing: nil, kind: "imported", state: nil, since: nil)
    #expect(try listing(filter, asJSON: false, store) == "No piece is like that.\n")
    #expect(try listing(filter, asJSON: true, store) == "[]\n")
  }

  @Test func theLatestOfThemAreTaken() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    for since in ["1", "2026-03-27"] {
      let filter = try PieceFilter(thing: nil, kind: nil, state: nil, since: since)
      #expect(numbers(try store.archive.list(filter, latest: 1)) == (since == "1" ? [4] : [3]))
    }
  }

  @Test func moreThanOneGoIsLookedThroughForADay() throws {
    let folder = TemporaryFolder()
    var store = try filled(folder)
    for _ in 0..<250 { _ = try store.insert("more", at: .sample(8, boot: "dark")) }
    let filter = try PieceFilter(thing: nil, kind: nil, state: nil, since: "2026-03-27")
    #expect(numbers(try store.archive.list(filter, latest: 50)) == [1, 3])
  }

  @Test func anUnknownThingIsSaid() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    let filter = try PieceFilter(thing: "Bag", kind: nil, state: nil, since: nil)
    #expect(throws: Failure.self) { _ = try store.archive.list(filter, latest: 50) }
  }

  @Test func eachLineOfListAndReportStandsAlone() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    let deleted = try PieceFilter(thing: nil, kind: nil, state: "deleted", since: nil)
    let none = try PieceFilter(thing: nil, kind: "clip", state: nil, since: nil)
    var replies = [
      try store.archive.list(.all, latest: 2), try store.archive.list(deleted, latest: 2),
      try store.archive.list(none, latest: 2),
    ].map { $0.reply(asJSON: false) }
    for number in 1...4 { replies.append(try store.archive.shown(number).reply(asJSON: false)) }
    replies.append(try store.archive.thingList().reply(asJSON: false))
    replies.append(try store.archive.report(of: nil).reply(asJSON: false))
    for line in replies.flatMap({ $0.text(in: .english).split(separator: "\n") }) {
      #expect(!line.hasPrefix(" ") && !line.contains("  ") && line.hasSuffix("."), "\(line)")
    }
  }

  @Test func withoutANumberTheLatestPieceIsShown() throws {
    let folder = TemporaryFolder()
    let store = try filled(folder)
    #expect(try store.archive.shown(nil).piece.number == 4)
    do throws(Failure) {
      _ = try store.archive.shown(99)
      Issue.record("piece 99 was shown")
    } catch {
      #expect(error.phrase.key == "piece.none")
    }
  }
}
