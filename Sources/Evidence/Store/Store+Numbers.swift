import Core
import Glibc
import System

/// The number that the next piece gets: one whose names are free, in a folder that this user may use.
extension Store {
  /// So many numbers are passed for one piece, because something has their names.
  private static let mostTakenNumbers = 1000
  /// So many folders are passed for one piece, because this user may not use them.
  private static let mostDeniedFolders = 8

  /// Makes `nextNumber` one that can be had; blocks in a flush where a folder is passed.
  ///
  /// A folder that could not be listed when the store was opened may have files with newer numbers.
  mutating func passTakenNumbers(at now: Moment) throws(Failure) {
    try passDeniedFolders(at: now)
    var left = Store.mostTakenNumbers
    while left > 0, folder.holds(nextNumber) {
      survey.doubt(nextNumber)
      nextNumber += 1
      left -= 1
    }
    guard nextNumber <= EvidenceFolder.highestNumber else {
      throw Failure(.store, .numbersUsedUp(folder.root))
    }
  }

  /// Goes on with the next thousand where this user may not use the folder of the present one: a record spends the rest
  /// of its numbers, and people hear of it.
  mutating func passDeniedFolders(at now: Moment) throws(Failure) {
    for _ in 0..<Store.mostDeniedFolders {
      guard let denial = folder.denial(of: nextNumber) else { return }
      let next = (nextNumber / 1000 + 1) * 1000
      guard next <= EvidenceFolder.highestNumber else { return }
      // Where none can be made either, a photo says why.
      do throws(Failure) { try folder.prepare(for: next) } catch { return }
      try append([.numberSpent(next - 1, "denied")], at: now)
      let denied = "\(folder.root)/\(EvidenceFolder.folder(at: nextNumber / 1000))"
      unheard.append(
        Phrase(
          "store.folder-passed",
          """
          This user may not use the folder \(denied): \(denial.reason). Photos go on with number \(next), in the \
          next folder. Give it back with 'chown -R', or what is in it can't be read.
          """))
      nextNumber = next
    }
  }

  /// What people should hear of folders that were passed, and of what the device remembers; each is told once.
  package mutating func takeProblems() -> [Phrase] {
    defer { unheard = [] }
    return memory.takeProblem() + unheard
  }
}

extension EvidenceFolder {
  /// Why this user may not use the folder of piece `number`; nil where that may be, or it is still to be made.
  fileprivate func denial(of number: Int) -> SystemError? {
    let folder = EvidenceFolder.folder(at: number / 1000)
    guard isFolder(folder) else { return nil }
    do throws(SystemError) {
      try medium.checkUse(of: "\(root)/\(folder)")
      return nil
    } catch { return error.code == EACCES || error.code == EPERM ? error : nil }
  }
}

extension Phrase {
  static func numbersUsedUp(_ folder: String) -> Phrase {
    Phrase(
      "store.numbers-used-up",
      """
      The store \(folder) has no number left for another photo. Name another folder in the configuration, and \
      begin a store there with 'exhibit store new'.
      """)
  }
}
