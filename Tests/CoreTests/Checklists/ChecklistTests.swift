import Testing

@testable import Core

/// Which item of a checklist a piece ticks.
@Suite struct ChecklistTests {
  private func list(_ events: Checklist.Event...) -> Checklist {
    Checklist(.thing(1, label: "Bag"), Checklist.texts(for: .bags), after: events)
  }

  private func stored(_ piece: Int, _ record: Int, deleted: Int? = nil) -> Checklist.Event {
    .stored(piece, record: record, deleted: deleted)
  }

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
    let list = list(stored(1, 1, deleted: 3), stored(2, 2), stored(3, 4))
    #expect(list.items.map(\.mark) == [.ticked(piece: 3), .ticked(piece: 2), .open])
    #expect(self.list(stored(1, 1, deleted: 2)).openCount == 3)
  }

  @Test func oneThatIsFollowedIsTheOneThatIsMadeOfAll() {
    let events: [Checklist.Event] = [
      stored(1, 1), .wished(.aim, item: 3), .wished(.untick, item: 1), stored(2, 4),
      .wished(.skip, item: 2), stored(3, 6), stored(4, 7), .wished(.untick, item: 2), stored(5, 9),
    ]
    var followed = list()
    for (count, event) in events.enumerated() {
      switch event {
      case .stored(let piece, _, _): followed.stored(piece)
      case .wished(let action, let item): followed.wished(action, item: item)
      }
      let texts = Checklist.texts(for: .bags)
      let made = Checklist(.thing(1, label: "Bag"), texts, after: Array(events[...count]))
      #expect(followed == made)
    }
  }

  @Test func whatComesAfterTooManyChangesNoneThatIsFollowed() {
    let skips = Array(
      repeating: Checklist.Event.wished(.skip, item: 1), count: Checklist.mostEvents)
    let before = Checklist(.thing(1, label: "Bag"), Checklist.texts(for: .bags), after: skips)
    var after = before
    after.stored(1)
    after.wished(.untick, item: 1)
    #expect(after == before)
  }

  @Test func aThingOfAStudyHasNoneAndNothingSpeaksOfIt() {
    var list = Checklist(.thing(1, label: "Bag"), [], after: [])
    list.stored(1)
    #expect(list.isNone && list.next == nil && list.turn(at: .zero) == nil)
    #expect(list.reply(asJSON: false) == Reply(Phrase.checklistNone))
    #expect(list.status(at: .zero).sentences.isEmpty)
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
