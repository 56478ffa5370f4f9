import Testing

@testable import Core

/// Which item of a checklist a piece ticks.
@Suite struct ChecklistTests {
  private func list(_ events: Checklist.Event...) -> Checklist {
    Checklist(.thing(1, label: "Bag"), Checklist.items(for: .bags), after: events)
  }

  private func stored(
    _ piece: Int, _ record: Int, gone: Int? = nil, _ kind: PieceFilter.Kind = .photo,
    called name: String? = nil
  ) -> Checklist.Event {
    .stored(Checklist.Capture(piece, kind, called: name), record: record, gone: gone)
  }

  private func photo(_ number: Int) -> Checklist.Capture { Checklist.Capture(number, .photo) }

  @Test func piecesTickTheFirstOpenItem() {
    let list = list(stored(5, 1), stored(6, 2))
    #expect(list.items.map(\.mark) == [.ticked(piece: 5), .ticked(piece: 6), .open])
    #expect(list.next == 3 && list.openCount == 1)
  }

  @Test func aPieceTooManyTicksNothing() {
    let list = list(stored(1, 1), stored(2, 2), stored(3, 3), stored(4, 4))
    #expect(list.items.map(\.mark) == [.ticked(piece: 1), .ticked(piece: 2), .ticked(piece: 3)])
    #expect(list.next == nil)
  }

  @Test func aNamedItemIsTickedOnce() {
    let list = list(.wished(.aim, item: 3), stored(1, 2), stored(2, 3))
    #expect(list.items.map(\.mark) == [.ticked(piece: 2), .open, .ticked(piece: 1)])
  }

  @Test func aSkippedItemIsPassedOverUntilItIsOpenedAgain() {
    let skipped = list(.wished(.skip, item: 1), stored(1, 2))
    #expect(skipped.items.map(\.mark) == [.skipped, .ticked(piece: 1), .open])
    let opened = list(
      .wished(.skip, item: 1), stored(1, 2), .wished(.untick, item: 1), stored(2, 4))
    #expect(opened.items.map(\.mark) == [.ticked(piece: 2), .ticked(piece: 1), .open])
  }

  @Test func aDeletedPieceTicksNothing() {
    let list = list(stored(1, 1, gone: 3), stored(2, 2), stored(3, 4))
    #expect(list.items.map(\.mark) == [.ticked(piece: 3), .ticked(piece: 2), .open])
    #expect(self.list(stored(1, 1, gone: 2)).openCount == 3)
  }

  @Test func oneThatIsFollowedIsTheOneThatIsMadeOfAll() {
    let events: [Checklist.Event] = [
      stored(1, 1), .wished(.aim, item: 3), .wished(.untick, item: 1), stored(2, 4),
      .wished(.skip, item: 2), stored(3, 6), stored(4, 7), .wished(.untick, item: 2), stored(5, 9),
    ]
    var followed = list()
    for (count, event) in events.enumerated() {
      switch event {
      case .stored(let capture, _, _): followed.stored(capture)
      case .named: continue
      case .wished(let action, let item): followed.wished(action, item: item)
      }
      let items = Checklist.items(for: .bags)
      let made = Checklist(.thing(1, label: "Bag"), items, after: Array(events[...count]))
      #expect(followed == made)
    }
  }

  @Test func whatComesAfterTooManyChangesNoneThatIsFollowed() {
    let skips = Array(
      repeating: Checklist.Event.wished(.skip, item: 1), count: Checklist.mostEvents)
    let before = Checklist(.thing(1, label: "Bag"), Checklist.items(for: .bags), after: skips)
    var after = before
    after.stored(photo(1))
    after.wished(.untick, item: 1)
    #expect(after == before)
  }

  @Test(
    arguments: [
      (.photo, 1), (.document, 3), (.clip, nil), (.imported, nil),
    ] as [(PieceFilter.Kind, Int?)])
  func aPieceTicksWhatItsKindFits(kind: PieceFilter.Kind, item: Int?) {
    let list = list(stored(9, 1, kind))
    #expect(list.items.firstIndex { $0.mark == .ticked(piece: 9) } == item.map { $0 - 1 })
    let texts = [Checklist.Item(.itemWritten("Front"))]
    let request = Checklist(.request(1, title: "Claim"), texts, after: [stored(9, 1, kind)])
    #expect(request.openCount == 0)
  }

  @Test func aSecondDocumentTicksACodeAndNoneAPhotosItem() {
    let list = list(stored(1, 1, .document), stored(2, 2, .document), stored(3, 3, .document))
    #expect(list.items.map(\.mark) == [.open, .ticked(piece: 2), .ticked(piece: 1)])
  }

  @Test func aClipLeavesANamedItemForWhatCanTickIt() {
    let list = list(.wished(.aim, item: 2), stored(1, 2, .clip))
    #expect(list.openCount == 3 && list.aim == 2)
    let aimed = self.list(.wished(.aim, item: 1), stored(1, 2, .document))
    #expect(aimed.items[0].mark == .ticked(piece: 1) && aimed.aim == nil)
  }

  @Test(arguments: ["Receipt", "capture RECEIPT"])
  func aPieceTicksTheItemThatItIsCalledBy(name: String) {
    let named = list(stored(1, 1), stored(2, 2), .named(1, name))
    #expect(named.items.map(\.mark) == [.open, .ticked(piece: 2), .ticked(piece: 1)])
    let came = list(stored(1, 1, .clip, called: name))
    #expect(came.items[2].mark == .ticked(piece: 1))
  }

  @Test func anotherNameChangesNothing() {
    let list = list(stored(1, 1), .named(1, "My bag"))
    #expect(list.items[0].mark == .ticked(piece: 1))
  }

  @Test func whatIsDeniedOpensTheItemThatItWasCalledBy() {
    let list = list(stored(1, 1, gone: 3), .named(1, "Receipt"), stored(2, 4))
    #expect(list.items.map(\.mark) == [.ticked(piece: 2), .open, .open])
  }

  @Test func aThingOfAStudyHasNoneAndNothingSpeaksOfIt() {
    var list = Checklist(.thing(1, label: "Bag"), [], after: [])
    list.stored(photo(1))
    #expect(list.isNone && list.next == nil && list.turn(at: .zero) == nil)
    #expect(list.reply(asJSON: false) == Reply(Phrase.checklistNone))
    #expect(list.status.sentences.isEmpty)
    let request = Checklist(.request(1, title: "Claim"), [], after: [])
    #expect(!request.isNone)
  }

  @Test(arguments: [0, 4, -1, Int.max, Int.min])
  func anItemThatThereIsNotChangesNothing(_ item: Int) {
    for action in Checklist.Action.allCases where item != Int.min {
      let list = list(.wished(action, item: item))
      #expect(list.items == self.list().items && list.aim == nil)
    }
  }
}
