import Core
import Glibc
import System
import Testing

@testable import Simulator

@Suite struct SimulationTests {
  /// What a seed comes to in ten minutes.
  private func outcome(
    _ seed: UInt64
  ) throws -> (
    fingerprint: UInt64, turns: [String], photos: Int, faults: Int, proofs: Int
  ) {
    var template = Array("\(Scratch.folder)/exhibit-simulation-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { Folder.erase(folder) }
    var simulation = Simulation(
      seed: seed, length: .seconds(400), store: folder, remembering: 100_000)
    try simulation.run()
    return (
      simulation.trace.fingerprint, simulation.trace.lines, simulation.photoCount,
      simulation.faults.total, simulation.proofCount
    )
  }

  @Test func aLifeInWhichNothingFailsIsNoFaultThatWasTried() {
    var exploration = Exploration(in: "\(Scratch.folder)/exhibit-exploration-\(getpid())", seed: 1)
    let late = Exploration.Case(fault: .broken, call: 1_000_000, variant: 0)
    var violation: Violation?
    do throws(Violation) { try exploration.explore(late) } catch { violation = error }
    #expect(violation?.rule == "Exploration")
    #expect(exploration.count == 1)
    #expect(exploration.faultCount == 0)
  }

  @Test func aSeedIsARunThatCanBeRepeated() throws {
    let first = try outcome(1)
    let again = try outcome(1)
    let difference = zip(first.turns, again.turns).first { $0 != $1 }
    #expect(difference == nil, "the first turn that differs")
    #expect(again.fingerprint == first.fingerprint)
    #expect(try outcome(2).fingerprint != first.fingerprint)
    #expect(first.photos > 5)
    #expect(first.faults > 10)
    #expect(first.proofs == 1, "it goes on until a click has proved that all is well")
  }
}
