import Core
import VirtualDevices
import Testing

@testable import Simulator

@Suite struct PlanTests {
  /// All that happens in the first hour.
  private let hour: [(at: Duration, happening: Happening)] = {
    var plan = Plan(RandomGenerator(seed: 7))
    var all: [(Duration, Happening)] = []
    while plan.next < .seconds(3600) { all.append((plan.next, plan.take())) }
    return all
  }()

  /// Second of each cycle in which its proving click comes.
  private let proofSecond = (Plan.Times().spell + Plan.Times().rest).components.seconds

  @Test func timeNeverGoesBack() {
    for (one, next) in zip(hour, hour.dropFirst()) { #expect(one.at <= next.at) }
  }

  @Test func everySpellEndsWithRestAndAProvingClick() {
    let proofs = hour.filter { $0.happening == .provingClick }.map(\.at)
    #expect(
      proofs == (0..<6).map { Plan.Times().cycle * $0 + Plan.Times().spell + Plan.Times().rest })
    let heals = hour.filter { $0.happening == .heal }.map(\.at)
    #expect(heals == (0..<6).map { Plan.Times().cycle * $0 + Plan.Times().spell })
  }

  @Test func nothingElseHappensWhileItRests() {
    for (at, happening) in hour where (480...proofSecond).contains(at.components.seconds % 600) {
      #expect(happening == .heal || happening == .provingClick)
    }
  }

  @Test func afterTheProofTheBoardIsPickedUpAtMost() {
    let later = hour.filter { $0.at.components.seconds % 600 > proofSecond }.map(\.happening)
    #expect(later.allSatisfy { $0 == .shake || $0 == .still })
    #expect((1..<6).contains(later.count { $0 == .shake }))
  }

  @Test func thereIsMuchTrouble() {
    #expect(hour.count > 300)
    #expect(hour.contains { if case .unplug = $0.happening { true } else { false } })
    #expect(hour.contains { if case .stall = $0.happening { true } else { false } })
    #expect(hour.contains { if case .setCalendar = $0.happening { true } else { false } })
  }
}
