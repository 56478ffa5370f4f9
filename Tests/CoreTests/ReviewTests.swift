import Testing

@testable import Core

/// Which piece a session looks at.
@Suite struct ReviewTests {
  private let mine = SessionID(number: 1)
  private let other = SessionID(number: 2)
  private let lasts = Duration.seconds(15)

  /// Piece 17 came at 10 s.
  private var fresh: Review {
    var review = Review()
    review.stored(17, .photo, at: .at(10), for: lasts)
    return review
  }

  @Test func aNewPieceIsEverybodysForItsTime() {
    #expect(fresh.newest(at: .at(10)) == 17 && fresh.newest(at: .at(24.9)) == 17)
    #expect(fresh.newest(at: .at(25)) == nil)
    for session in [mine, other] {
      #expect(fresh.subject(for: session, at: .at(24.9)) == .piece(17))
      #expect(fresh.subject(for: session, at: .at(25)) == .none)
    }
  }

  @Test func whatASessionChoosesIsItsOwnAndStays() {
    var review = fresh
    review.found(3, for: mine)
    #expect(review.subject(for: mine, at: .at(11)) == .piece(3))
    #expect(review.subject(for: mine, at: .at(9999)) == .piece(3))
    #expect(review.subject(for: other, at: .at(11)) == .piece(17))
    #expect(review.choice(of: mine) == 3 && review.choice(of: other) == nil)
  }

  @Test func aNewPieceOvertakesAChoiceUntilTheSessionKnows() {
    var review = Review()
    review.found(3, for: mine)
    review.stored(17, .photo, at: .at(10), for: lasts)
    review.stored(18, .photo, at: .at(11), for: lasts)
    #expect(review.subject(for: mine, at: .at(12)) == .overtaken(chosen: 3, fresh: 18))
    #expect(review.choice(of: mine) == nil)
    // When the new one is old nobody can say any more which was meant.
    #expect(review.subject(for: mine, at: .at(30)) == .none)
    review.forget(mine)
    #expect(review.subject(for: mine, at: .at(12)) == .piece(18))
  }

  @Test func whoHasEndedTheReviewLooksAtTheNextNewPiece() {
    var review = fresh
    review.end(for: mine)
    #expect(review.subject(for: mine, at: .at(11)) == .none)
    #expect(review.subject(for: other, at: .at(11)) == .piece(17))
    review.stored(18, .photo, at: .at(12), for: lasts)
    #expect(review.subject(for: mine, at: .at(13)) == .piece(18))
  }

  @Test func whatIsDeletedIsUnderReviewNoLonger() {
    var review = fresh
    review.removed([16])
    #expect(review.newest(at: .at(11)) == 17)
    review.removed([16, 17])
    #expect(review.newest(at: .at(11)) == nil)
    var undone = fresh
    undone.removed(nil)
    #expect(undone.newest(at: .at(11)) == nil)
  }

  @Test func theStoreOwesAPieceUntilItHasAnswered() {
    var review = Review()
    review.want(mine)
    review.want(other)
    #expect(!review.isAtRest)
    review.found(3, for: mine)
    #expect(!review.isAtRest)
    review.found(nil, for: other)
    #expect(review.isAtRest && review.choice(of: other) == nil)
  }

  @Test func ofMoreSessionsThanThereCanBeTheOldestChoiceIsForgotten() {
    var review = Review()
    for number in 0...Review.mostSessions { review.found(3, for: SessionID(number: number)) }
    #expect(review.choice(of: SessionID(number: 0)) == nil)
    #expect(review.choice(of: SessionID(number: 1)) == 3)
    // A choice that is made anew takes no room.
    review.found(4, for: SessionID(number: 2))
    #expect(review.choice(of: SessionID(number: 1)) == 3)
  }
}
