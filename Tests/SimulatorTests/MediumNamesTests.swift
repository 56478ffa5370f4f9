import Testing
import VirtualDevices

@testable import Simulator

@Suite struct MediumNamesTests {
  private let root = "/medium"

  /// The names that may be left, in many tries.
  private func states(of names: MediumNames) -> Set<Set<String>> {
    var random = RandomGenerator(seed: 1)
    return Set(
      (0..<200).map { _ in
        var names = names
        names.cutPower(&random)
        return Set(names.present.keys)
      })
  }

  private func names(_ files: String...) -> MediumNames {
    var names = MediumNames(in: root)
    for file in files { names.set(file, to: .file(MediumFile())) }
    names.flush(root)
    return names
  }

  @Test func aNameThatWasNotFlushedStaysOrGoes() {
    var names = names("/medium/a")
    names.set("/medium/b", to: .file(MediumFile()))
    #expect(states(of: names) == [["/medium/a"], ["/medium/a", "/medium/b"]])
    #expect(!names.isDurable("/medium/b"))
    names.flush(root)
    #expect(states(of: names) == [["/medium/a", "/medium/b"]])
    #expect(names.isDurable("/medium/b"))
  }

  @Test func aFileThatIsRenamedHasOneNameOrTheOther() {
    var names = names("/medium/a")
    names.rename("/medium/a", to: "/medium/b")
    #expect(states(of: names) == [["/medium/a"], ["/medium/b"]])
  }

  @Test func aFileThatMovesIsNeverGone() {
    var names = names("/medium/a")
    names.set("/medium/f", to: .folder)
    names.flush(root)
    names.rename("/medium/a", to: "/medium/f/a")
    #expect(
      states(of: names) == [
        ["/medium/f", "/medium/a"], ["/medium/f", "/medium/a", "/medium/f/a"],
        ["/medium/f", "/medium/f/a"],
      ])
    names.flush(root)
    #expect(states(of: names) == [["/medium/f", "/medium/f/a"]])
  }

  @Test func theFolderThatAFileWasMovedToIsEnoughForItsNewName() {
    var names = names("/medium/a")
    names.set("/medium/f", to: .folder)
    names.flush(root)
    names.rename("/medium/a", to: "/medium/f/a")
    names.flush("/medium/f")
    #expect(
      states(of: names) == [
        ["/medium/f", "/medium/a", "/medium/f/a"], ["/medium/f", "/medium/f/a"],
      ])
  }

  /// The new file of that name arrives with the flush of the folder that it comes from, and the older ones before it.
  @Test func whatMovesOverARenamedFileStaysThere() {
    var names = names("/medium/a")
    let (old, new) = (MediumFile(), MediumFile())
    names.set("/medium/f", to: .folder)
    names.set("/medium/f/old", to: .file(old))
    names.rename("/medium/f/old", to: "/medium/f/new")
    names.set("/medium/a", to: .file(new))
    names.rename("/medium/a", to: "/medium/f/new")
    for folder in [root, "/medium/f"] { names.flush(folder) }
    var random = RandomGenerator(seed: 1)
    names.cutPower(&random)
    #expect(names.file("/medium/f/new") === new)
    #expect(names.file("/medium/f/old") == nil && names.file("/medium/a") == nil)
  }

  @Test func aFolderThatIsGoneTakesAlongWhatIsInIt() {
    var names = names()
    names.set("/medium/f", to: .folder)
    names.set("/medium/f/a", to: .file(MediumFile()))
    names.flush("/medium/f")
    #expect(!names.isDurable("/medium/f/a"))
    #expect(states(of: names) == [[], ["/medium/f", "/medium/f/a"]])
  }
}
