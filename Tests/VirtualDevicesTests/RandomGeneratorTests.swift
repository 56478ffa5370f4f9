import Testing

@testable import VirtualDevices

@Suite struct RandomGeneratorTests {
  /// The first numbers of the reference implementation by Vigna (splitmix64.c) for this seed.
  @Test func itIsTheGeneratorOfTheLiterature() {
    var random = RandomGenerator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func boundsAreKeptAndReached() {
    var random = RandomGenerator(seed: 1)
    let numbers = (0..<1000).map { _ in random.number(in: -2...2) }
    #expect(Set(numbers) == [-2, -1, 0, 1, 2])
    let choices = (0..<100).map { _ in random.choice(of: ["a", "b"]) }
    #expect(Set(choices) == ["a", "b"])
    let times = (0..<1000).map { _ in random.duration(in: .microseconds(3) ... .microseconds(5)) }
    #expect(Set(times) == [.microseconds(3), .microseconds(4), .microseconds(5)])
  }

  @Test func noiseHasItsRootMeanSquare() {
    var random = RandomGenerator(seed: 2)
    let squares = (0..<20_000).map { _ in
      let value = random.noise(rms: 800)
      return value * value
    }
    let rms = Double(squares.reduce(0, +) / squares.count).squareRoot()
    #expect((784...816).contains(rms))
  }

  @Test func aForkGoesItsOwnWay() {
    var random = RandomGenerator(seed: 3)
    var fork = random.split()
    _ = fork.next()
    var other = RandomGenerator(seed: 3)
    _ = other.next()
    #expect(random.next() == other.next())
  }

  /// What a run is made of must not depend on the compiler, so its first digits are written down here.
  @Test func itsNumbersAreTheSameEverywhere() {
    var random = RandomGenerator(seed: 4)
    let numbers = (0..<4).map { _ in random.number(in: 0...999) }
    #expect(numbers == [431, 892, 859, 491])
    let times = (0..<2).map { _ in random.duration(in: .zero ... .seconds(1)).nanoseconds }
    #expect(times == [394_580_000, 586_718_000])
    let noises = (0..<4).map { _ in random.noise(rms: 100) }
    #expect(noises == [122, -18, 161, -35])
  }
}
