import Testing

@testable import Core

@Suite struct WaveTests {
  private let twice = Wave([.blip, .blip], every: .seconds(2))

  @Test func nothingHappensBeforeAWaveThatIsPlayedOnce() {
    let once = Wave([.blip])
    #expect(!once.isOn(at: .milliseconds(-1)))
    #expect(once.change(after: .milliseconds(-1)) == .zero)
  }

  @Test func nothingHappensAfterAWaveThatIsPlayedOnce() {
    let once = Wave([.blip])
    #expect(!once.isOn(at: .milliseconds(80)))
    #expect(once.change(after: .milliseconds(80)) == nil)
  }

  @Test(arguments: [
    (0, true), (79, true), (80, false), (279, false), (280, true), (359, true), (360, false),
    (1999, false), (2000, true), (-1, false), (-2000, true), (-1720, true), (-1640, false),
  ])
  func marksRepeatWithTheirPeriodBothWays(milliseconds: Int, isOn: Bool) {
    #expect(twice.isOn(at: .milliseconds(milliseconds)) == isOn)
  }

  @Test(arguments: [(0, 80), (79, 80), (80, 280), (360, 2000), (1999, 2000), (2000, 2080), (-1, 0)])
  func itKnowsItsNextChange(milliseconds: Int, next: Int) {
    #expect(twice.change(after: .milliseconds(milliseconds)) == .milliseconds(next))
  }

  @Test func anInvertedWaveIsLitAtRest() {
    let wink = Wave([.blip], every: .seconds(5), isInverted: true)
    #expect(!wink.isOn(at: .zero))
    #expect(wink.isOn(at: .seconds(1)))
  }

  @Test func solidAndDarkNeverChange() {
    #expect(Wave.solid.isOn(at: .seconds(-9)) && Wave.solid.isOn(at: .seconds(9)))
    #expect(!Wave.dark.isOn(at: .zero))
    #expect(Wave.solid.change(after: .zero) == nil && Wave.dark.change(after: .zero) == nil)
  }

  @Test func halfOfAnEvenWaveIsLit() {
    #expect(Wave.even(.seconds(2)).isOn(at: .milliseconds(999)))
    #expect(!Wave.even(.seconds(2)).isOn(at: .seconds(1)))
  }
}
