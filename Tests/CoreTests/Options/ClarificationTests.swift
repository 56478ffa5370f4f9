import Testing

@testable import Core

/// What is asked about a piece, and what is decided without a question.
@Suite struct ClarificationTests {
  private static func options(_ perMilles: [Int]) -> [PieceOption] {
    perMilles.enumerated().map { PieceOption("option \($0)", perMille: $1, by: "eyes") }
  }

  private static func asked(_ options: [PieceOption]) -> [Int] {
    guard case .asking(let asked) = Clarification(title: nil, isDecided: false, options) else {
      return []
    }
    return asked.map(\.perMille)
  }

  @Test(
    arguments: [
      ([], []), ([299], []), ([300], [300]), ([400, 800, 299], [800, 400]),
      ([310, 320, 330, 340, 350, 360], [360, 350, 340, 330, 320]),
    ] as [([Int], [Int])])
  func theMostCertainAreAskedFirstAndFiveAtMost(perMilles: [Int], asked: [Int]) {
    #expect(Self.asked(Self.options(perMilles)) == asked)
  }

  @Test(
    arguments: [
      ([900], true), ([899], false), ([900, 600], true), ([900, 601], false), ([1000, 700], true),
      ([1000, 701, 100], false), ([950, 950], false), ([900, 299], true),
    ] as [([Int], Bool)])
  func whatIsCertainAndFarAheadIsDecided(perMilles: [Int], isDecided: Bool) {
    let clarification = Clarification(title: nil, isDecided: false, Self.options(perMilles))
    #expect((clarification.certain != nil) == isDecided)
  }

  @Test func aTitleIsShownAndADecisionLeavesNothingToAsk() {
    let options = Self.options([500])
    #expect(Clarification(title: "Front", isDecided: true, options) == .title("Front"))
    #expect(Clarification(title: nil, isDecided: true, options) == .settled)
    #expect(Clarification(title: nil, isDecided: false, options) == .asking(options))
  }

  @Test func whatIsDeniedIsNotAsked() {
    var options = Self.options([500, 400])
    options[0].isDenied = true
    #expect(Self.asked(options) == [400])
    options[1].isDenied = true
    #expect(Clarification(title: nil, isDecided: false, options) == .settled)
  }

  @Test func whatTwoGuessIsAskedOnceAndByTheMoreCertain() {
    let options = [
      PieceOption("Omega", perMille: 400, by: "eyes"),
      PieceOption("Omega", perMille: 700, by: "codes"),
    ]
    #expect(Clarification.ranked(options) == [options[1]])
  }
}
