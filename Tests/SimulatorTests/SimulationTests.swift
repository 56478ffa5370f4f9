import Core
import Glibc
import System
import Testing

@testable import Simulator

@Suite struct SimulationTests {
  /// What a seed comes to in ten minutes.
  private func outcome(
    _ seed: UInt64
  ) throws -> (fingerprint: UInt64, photos: Int, faults: Int, proofs: Int) {
    var template = Array("/tmp/exhibit-simulation-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { Folder.erase(folder) }
    var simulation = Simulation(seed: seed, length: .seconds(400), store: folder)
    try simulation.run()
    return (
      simulation.trace.fingerprint, simulation.photoCount, simulation.faults.total,
      simulation.proofCount
    )
  }

  /// That a seed is the same run each time is for `simulate` to show, which runs alone: here a thousand other tests
  /// share the process, with real descriptors.
  @Test func aSeedIsARunOfItsOwn() throws {
    let first = try outcome(1)
    #expect(try outcome(2).fingerprint != first.fingerprint)
    #expect(first.photos > 5)
    #expect(first.faults > 10)
    #expect(first.proofs == 1, "it goes on until a click has proved that all is well")
  }
}
