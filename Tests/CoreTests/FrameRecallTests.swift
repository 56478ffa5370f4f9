import Testing

@testable import Core

/// Instants at which clips begin, by what is remembered.
@Suite struct FrameRecallTests {
  private var memory = FrameRecall()
  private var steps = Steps()

  /// Has frames remembered that come at `seconds`.
  private mutating func remember(_ seconds: [Double]) {
    memory.settle(PreRoll(), &steps)
    for second in seconds { memory.took(at: .at(second)) }
  }

  @Test func withoutMemoryAClipBeginsWithItsFrame() {
    #expect(memory.beginning(of: .at(5), at: .at(6)) == .at(6))
  }

  @Test mutating func aClipBeginsWithItsPressWhereFramesCameSince() {
    remember([4, 5.5])
    #expect(memory.beginning(of: .at(5), at: .at(6)) == .at(5))
  }

  @Test mutating func aCameraThatStalledSinceThePressAddsNothing() {
    remember([3, 4])
    #expect(memory.beginning(of: .at(5), at: .at(7)) == .at(7))
  }

  @Test mutating func aClipBeginsWithTheFirstFrameOfACameraThatCameBackLater() {
    remember([6, 6.1])
    #expect(memory.beginning(of: .at(5), at: .at(6.2)) == .at(6))
  }

  @Test mutating func whatWasForgottenIsOfNoClip() {
    remember([4, 5.5])
    memory.settle(nil, &steps)
    memory.took(at: .at(5.6))
    #expect(memory.beginning(of: .at(5), at: .at(6)) == .at(6))
  }
}
