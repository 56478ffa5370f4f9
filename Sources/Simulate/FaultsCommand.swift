import ArgumentParser
import Glibc
import Simulator
import System

/// `simulate faults`: one short life of the board, with every call of its medium failing in turn.
struct FaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "Have each call of the medium fail in turn, and the power go off at each.")

  @Option(help: "The seed of the board's devices.")
  var seed: UInt64 = 1

  @Option(help: "Try every Nth call.")
  var step = 1

  @Option(help: "Try only this one, by its name.")
  var only: String?

  @OptionGroup var place: StorePlace

  func validate() throws {
    guard step >= 1 else { throw ValidationError("--step must be at least 1.") }
    try place.check()
  }

  func run() throws {
    let folder = "\(place.store)/exhibit-faults-\(getpid())"
    Folder.erase(folder)
    var exploration = Exploration(in: folder, seed: seed)
    var (failures, isKnown) = (0, false)
    do throws(Violation) {
      let cases = try exploration.cases(step: step)
      let wanted = cases.filter { only == nil || only == $0.name }
      isKnown = !wanted.isEmpty
      for one in wanted { failures += explore(one, by: &exploration) ? 0 : 1 }
    } catch {
      print("without a fault: \(error.rule): \(error.finding)")
      throw ExitCode.failure
    }
    guard isKnown else {
      throw ValidationError("There is no such case with --seed \(seed) --step \(step).")
    }
    let (states, faults) = (exploration.count, exploration.faultCount)
    print("\(states) states explored, \(faults) faults, \(failures) failures")
    if failures > 0 { throw ExitCode.failure }
  }

  private func explore(_ one: Exploration.Case, by exploration: inout Exploration) -> Bool {
    do throws(Violation) {
      try exploration.explore(one)
      return true
    } catch {
      if only != nil { for line in exploration.turns { print("  \(line)") } }
      print("\(one.name): \(error.rule): \(error.finding)")
      print("To see it again: simulate faults --seed \(seed) --step \(step) --only \(one.name)")
      return false
    }
  }
}

/// Where simulated stores go.
struct StorePlace: ParsableArguments {
  @Option(help: "Where the stores go; on a medium that is no more than memory.")
  var store = "/dev/shm"

  func check() throws {
    guard access(store, W_OK) == 0 else {
      throw ValidationError("\(store) cannot be written; name another folder with --store.")
    }
  }
}
