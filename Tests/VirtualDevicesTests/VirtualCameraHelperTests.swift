import Core
import Testing

@testable import VirtualDevices

@Suite struct VirtualCameraHelperTests {
  private func at(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

  @Test func openingTakesItsTime() throws {
    var helper = VirtualCameraHelper()
    helper.openingTime = .seconds(1)
    try helper.open(at: at(1))
    #expect(helper.nextInstant == at(2))
    #expect(helper.takeOutcome(at: at(1)) == nil)
    #expect(helper.takeOutcome(at: at(2)) == .opens)
    #expect(helper.takeOutcome(at: at(3)) == nil)
  }

  @Test func whatNobodyWaitsForIsNotTold() throws {
    var helper = VirtualCameraHelper()
    try helper.open(at: .zero)
    helper.abandon()
    #expect(helper.takeOutcome(at: at(1)) == nil)
  }

  @Test func aCameraThatHangsIsGivenUpThenRefusedAndTriedAgainInTheEnd() throws {
    var helper = VirtualCameraHelper()
    helper.hang(for: .seconds(30), at: .zero)
    try helper.open(at: at(1))
    #expect(helper.delay(at: at(5))?.time == .seconds(5))
    guard case .givenUp = helper.takeOutcome(at: at(11)) else {
      Issue.record("it is waited for")
      return
    }
    #expect(throws: Failure.self) { try helper.open(at: at(13)) }
    #expect(helper.nextInstant == at(30))
    #expect(helper.takeOutcome(at: at(30)) == .answersAgain)
    #expect(throws: Never.self) { try helper.open(at: at(31)) }
  }
}
