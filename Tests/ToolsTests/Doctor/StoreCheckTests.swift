import Core
import Glibc
import System
import Testing

@testable import Tools

@Suite struct StoreCheckTests {
  @Test(arguments: [
    (StoreCheck.State.unusable("Not a directory"), Finding.Verdict.bad),
    (.missing(canBeMade: false), .bad), (.missing(canBeMade: true), .warning),
    (.forbidden, .warning), (.exposed(toDeletion: true), .warning),
    (.exposed(toDeletion: false), .warning), (.writable, .good),
  ])
  func theVerdictGoesByWhetherItCanBeWritten(state: StoreCheck.State, verdict: Finding.Verdict) {
    #expect(Self.finding(state).verdict == verdict)
  }

  @Test func whatThisUserCannotMakeIsRootsToMake() {
    let mine = Self.finding(.missing(canBeMade: true))
    let roots = Self.finding(.missing(canBeMade: false))
    #expect(mine.commands == ["exhibit doctor --fix"])
    #expect(roots.commands == ["sudo exhibit doctor --fix"])
  }

  @Test func adviceRepeatsTheConfigurationThatWasAskedAbout() {
    let missing = Self.finding(.missing(canBeMade: true), by: "/c.toml")
    #expect(missing.commands == ["exhibit doctor --fix --config /c.toml"])
    #expect(missing.fix?.english.contains("'exhibit run --config /c.toml'") == true)
    let forbidden = Self.finding(.forbidden, by: "/c.toml")
    #expect(forbidden.commands == ["sudo exhibit doctor --config /c.toml"])
  }

  private static func finding(
    _ state: StoreCheck.State, by configuration: String = ConfigurationFile.usualPath
  ) -> Finding {
    let invocation = Invocation(configuration: configuration)
    return StoreCheck(path: "/store", state: state, exhibit: invocation).finding
  }
}

@Suite struct StoreFolderTests {
  private let root: String

  init() throws {
    var template = Array("/tmp/exhibit-doctor-XXXXXX".utf8CString)
    root = String(cString: try #require(mkdtemp(&template)))
  }

  @Test func aFolderWhoseParentIsMissingCannotBeMade() {
    defer { rmdir(root) }
    let folder = StoreFolder(path: root + "/a/b")
    #expect(folder.state == .missing(canBeMade: false))
    #expect(throws: (any Error).self) { try folder.make() }
  }

  @Test func keyAndStoreGetTheFolderThatBothAreIn() throws {
    var plan = BoardPlan()
    (plan.store, plan.device) = (root + "/state/store", root + "/state/device")
    let folders = StoreFolder.needed(by: plan)
    defer {
      for path in [root + "/state/store", root + "/state", root] { rmdir(path) }
    }
    #expect(folders.map(\.path) == [root + "/state", root + "/state/store"])
    for folder in folders {
      let isMade = try folder.make()
      #expect(isMade)
    }
    #expect(folders.map(\.state) == [.writable, .writable])
  }

  @Test func aKeyAtTheRootNeedsNoFolder() {
    defer { rmdir(root) }
    var plan = BoardPlan()
    plan.device = "/key"
    #expect(StoreFolder.needed(by: plan).first?.path == "/")
  }

  @Test func aMissingFolderIsMadeOnceForItsOwnersAlone() throws {
    let folder = StoreFolder(path: root + "/store")
    defer {
      rmdir(folder.path)
      rmdir(root)
    }
    #expect(folder.state == .missing(canBeMade: true))
    #expect(try folder.make())
    #expect(folder.state == .writable)
    #expect(try !folder.make())
    var facts = stat()
    #expect(stat(folder.path, &facts) == 0 && facts.st_mode & 0o777 == 0o750)
  }

  @Test(
    arguments: [
      (0o777, "doctor.store.exposed"), (0o757, "doctor.store.exposed"),
      // Others can put files there, and delete none but their own.
      (0o1777, "doctor.store.shared"),
    ] as [(mode_t, String)])
  func aFolderInWhichEverybodyMayWriteIsToldOf(mode: mode_t, key: String) {
    let folder = StoreFolder(path: root + "/store")
    mkdir(folder.path, 0o750)
    defer { for path in [folder.path, root] { rmdir(path) } }
    #expect(folder.state == .writable)
    chmod(folder.path, mode)
    let check = StoreCheck(
      path: folder.path, state: folder.state, exhibit: Invocation(configuration: "/c.toml"))
    #expect(check.finding.sentence.key == key)
    #expect(check.finding.commands == ["sudo chmod o-w \(folder.path)"])
  }

  @Test func aLinkInPlaceOfTheFolderIsNotFollowed() throws {
    let target = root + "/target"
    let folder = StoreFolder(path: root + "/store")
    mkdir(target, 0o755)
    try #require(symlink(target, folder.path) == 0)
    defer {
      unlink(folder.path)
      for path in [target, root] { rmdir(path) }
    }
    let above = try FileDescriptor(opening: root, O_RDONLY | O_DIRECTORY)
    let before = facts(of: target)
    #expect(
      refusal { () throws(SystemError) in try folder.hand(to: 1, 1, in: above) }?.code == ENOTDIR)
    #expect(facts(of: target).st_uid == before.st_uid)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives folders away"))
  func rootFollowsNoLinkToTheFolderAbove() throws {
    mkdir(root + "/target", 0o755)
    try #require(symlink(root + "/target", root + "/link") == 0)
    defer {
      unlink(root + "/link")
      for path in [root + "/target/store", root + "/target", root] { rmdir(path) }
    }
    let folder = StoreFolder(path: root + "/link/store")
    #expect(refusal { () throws(SystemError) in _ = try folder.make() }?.code == ENOTDIR)
    #expect(access(root + "/target/store", F_OK) != 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives folders away"))
  func aFolderIsGivenByItsDescriptor() throws {
    let folder = StoreFolder(path: root + "/store")
    mkdir(folder.path, 0o750)
    defer { for path in [folder.path, root] { rmdir(path) } }
    let above = try FileDescriptor(opening: root, O_RDONLY | O_DIRECTORY)
    try folder.hand(to: 1, 2, in: above)
    #expect(facts(of: folder.path).st_uid == 1 && facts(of: folder.path).st_gid == 2)
    // What is not root's any more was put there by somebody else.
    #expect(
      refusal { () throws(SystemError) in try folder.hand(to: 3, 3, in: above) }?.code == EPERM)
  }

  private func facts(of path: String) -> stat {
    var facts = stat()
    stat(path, &facts)
    return facts
  }

  private func refusal(_ work: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) { try work() } catch { return error }
    return nil
  }

  @Test func aFileIsNoStoreAndStaysAsItIs() throws {
    defer { rmdir(root) }
    let folder = StoreFolder(path: "/dev/null")
    #expect(folder.state == .unusable("Not a directory"))
    #expect(try !folder.make())
  }
}

@Suite struct SpaceCheckTests {
  @Test(arguments: [
    (499, Finding.Verdict.bad), (500, .warning), (999, .warning), (1000, .good),
  ])
  func theFloorAndTwiceTheFloorAreTheLimits(megabytes: Int, verdict: Finding.Verdict) {
    let space = Space(free: megabytes * 1_000_000, total: 8_000_000_000)
    let finding = SpaceCheck(space: space, floor: 500_000_000).finding
    #expect(finding.verdict == verdict)
    #expect((finding.fix == nil) == (verdict == .good))
  }

  @Test func theSentenceHasAllThree() {
    let space = Space(free: 4_000_000_000, total: 8_000_000_000)
    let sentence = SpaceCheck(space: space, floor: 500_000_000).finding.sentence
    #expect(
      sentence.english == "There are 4.0 GB free of 8.0 GB; capture pauses under 500.0 MB.")
  }
}
