import Core
import System
import VirtualDevices

/// A short life of the board, lived again for each call of its medium: once for each way in which that call can fail, and
/// several times with the power going off instead of it.
package struct Exploration {
  /// One life: what happens to which call.
  package struct Case: Hashable, Sendable {
    /// What happens.
    package let fault: MediumFault
    /// The number of the call, counted from 0.
    package let call: Int
    /// Which of the states that a power cut may leave; and for some of them when the power goes off again.
    package let variant: Int
  }

  /// From what the power leaves behind, so many states are tried at each call; in the last the power goes off once more
  /// while the store is looked through.
  private static let variants = 4
  /// After at most so many calls more it goes off again.
  private static let again = 60

  /// How many lives there were.
  package private(set) var count = 0
  /// How many faults happened in them.
  package private(set) var faultCount = 0
  /// The latest turns of the latest one.
  package private(set) var turns: [String] = []
  /// So many turns are remembered.
  private static let memory = 60
  private let folder: String
  private let seed: UInt64

  /// An exploration whose stores lie in `folder`, one after the other, with the devices of `seed`.
  package init(in folder: String, seed: UInt64) {
    self.folder = folder
    self.seed = seed
  }

  /// The lives that there are: all that can happen to every call before the medium is mended, or to each `step`th.
  ///
  /// The first, in which nothing fails, tells what the calls are; the others are like it until their fault.
  package mutating func cases(step: Int) throws(Violation) -> [Case] {
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: seed))
    medium.faults.record = []
    try live(on: medium)
    let calls = medium.faults.record ?? []
    return stride(from: 0, to: calls.count, by: step).flatMap { index in
      MediumFault.allCases.filter { $0.concerns(calls[index]) }.flatMap { fault in
        (0..<(fault == .powerCut ? Exploration.variants : 1)).map {
          Case(fault: fault, call: index, variant: $0)
        }
      }
    }
  }

  /// Lives `one`; throws the first rule that is broken.
  package mutating func explore(_ one: Case) throws(Violation) {
    var random = RandomGenerator(seed: UInt64(one.call * Exploration.variants + one.variant))
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: seed))
    medium.vary(by: random.split())
    medium.faults.add(one.fault, after: one.call)
    if one.variant == Exploration.variants - 1 {
      medium.faults.add(.powerCut, after: one.call + random.number(in: 1...Exploration.again))
    }
    defer { faultCount += medium.happened.total }
    try live(on: medium)
    guard medium.happened.total > 0 else {
      throw Violation(Self.self, "nothing failed: the call never came")
    }
  }

  private mutating func live(on medium: ForgetfulMedium) throws(Violation) {
    defer { Folder.erase(folder) }
    count += 1
    var simulation = Simulation(
      Plan(Exploration.script, Exploration.times), seed: seed, on: medium,
      remembering: Exploration.memory)
    do throws(Violation) { try simulation.run() } catch {
      turns = simulation.trace.lines
      throw error
    }
  }

  private static let times = Plan.Times(
    cycle: .seconds(90), spell: .seconds(36), rest: .seconds(36))

  /// Photos one by one, documents with glyphs in a series, gaps, a setting, a program that ends and begins
  /// again, a text that goes for good, a database that is reset, a power cut, and texts that are renewed.
  private static let script: [Plan.Entry] = [
    entry(3, .clicks(1, gap: .zero)),
    entry(6, .line("mask id")),
    entry(9, .line("snap --in 0 --count 2 --every 0.3 --glyphs")),
    entry(13, .breakStream),
    entry(15, .line("mask off")),
    entry(16, .line("powersave on")),
    entry(20, .signal(.stop)),
    entry(25, .clicks(1, gap: .zero)),
    entry(
      27, .exchange(["thing rename Secret of Bern", "redact thing Secret of Bern title --yes"])),
    entry(29, .line("db reset --yes")),
    entry(31, .cutPower),
    entry(33, .line("snap --in 0")),
    entry(35, .line("db update")),
  ]

  private static func entry(_ seconds: Int64, _ happening: Happening) -> Plan.Entry {
    Plan.Entry(at: .seconds(seconds), happening: happening)
  }
}

extension Exploration.Case {
  /// It in words, as `simulate faults --only` takes it.
  package var name: String { "\(fault)-\(call)-\(variant)" }
}
