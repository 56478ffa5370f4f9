import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// A store and its device on a medium that forgets, in a folder that goes with the trial.
final class MediumTrial {
  let medium: ForgetfulMedium
  private let folder: String

  /// An empty medium, whose choices come from `seed`.
  init(seed: Int) throws {
    var template = Array("\(Scratch.folder)/exhibit-trial-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    medium = ForgetfulMedium(folder, RandomGenerator(seed: UInt64(seed)))
  }

  deinit { Folder.erase(folder) }

  /// The store on it; what has any bytes is a picture there.
  var setup: StoreSetup {
    var setup = StoreSetup(
      directory: medium.store, device: medium.device, program: ProgramFacts(version: "1"),
      check: { bytes in bytes.isEmpty ? nil : PictureSize(width: 8, height: 8) })
    setup.medium = medium
    return setup
  }

  static func moment(_ boot: String) -> Moment {
    Moment(bootID: boot, instant: .zero + .seconds(5), wall: .unset)
  }

  /// Nothing fails any more; and the power was off, where it `isCut` or a fault had it go.
  ///
  /// - Returns: whether anything has failed, and the boot that it is now.
  func end(isCut: Bool) -> (hasFailed: Bool, boot: String) {
    let hasFailed = medium.happened.total > 0
    medium.mend()
    guard isCut || medium.isOff else { return (hasFailed, "first") }
    medium.turnOff()
    medium.turnOn()
    return (hasFailed, "second")
  }
}

/// Tests of what has to stand every fault in every call.
protocol EachCallFails {
  /// Does it with `fault` after so many calls, then starts again, after a power cut where it `isCut`, and looks.
  ///
  /// - Returns: whether the fault came to something.
  func run(_ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int) throws -> Bool
}

extension EachCallFails {
  /// The power goes off in each call, of which there are more than `least`; so many of the states that may leave are tried.
  func cutPower(states: Int, moreThan least: Int) throws {
    for state in 0..<states {
      var calls = 0
      while try run(.powerCut, after: calls, isCut: true, seed: state) { calls += 1 }
      #expect(calls > least)
    }
  }

  /// Each call has `fault`; every other time the power goes off afterwards.
  func fail(_ fault: MediumFault) throws {
    var calls = 0
    while try run(fault, after: calls, isCut: calls.isMultiple(of: 2), seed: calls) { calls += 1 }
    #expect(calls > 2)
  }
}
