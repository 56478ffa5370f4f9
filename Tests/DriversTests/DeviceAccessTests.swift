import Glibc
import Testing

@testable import Drivers

@Suite struct DeviceAccessTests {
  @Test func whatIsNotThereIsNobodys() {
    #expect(DeviceAccess(of: "/dev/nothing") == nil)
  }

  @Test func everybodyMayUseTheNullDevice() {
    #expect(
      DeviceAccess(of: "/dev/null")
        == DeviceAccess(path: "/dev/null", group: "root", isAllowed: true))
  }
}

@Suite struct DeviceHolderTests {
  /// A device that nothing has a reason to keep open.
  private static let device = "/dev/full"

  @Test func aFileIsNoDevice() {
    #expect(DeviceHolder.holder(of: "/proc/self/exe") == nil)
  }

  @Test func theProcessThatHasTheDeviceOpenIsNamed() throws {
    let process = try Self.spawnHolder()
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    let holder = DeviceHolder.holder(of: Self.device)
    #expect(holder == DeviceHolder(process: process, name: "sleep"))
  }

  @Test func ourOwnProcessIsNoOtherHolder() {
    let own = open(Self.device, O_WRONLY | O_CLOEXEC)
    defer { close(own) }
    #expect(DeviceHolder.holder(of: Self.device)?.process != getpid())
  }

  /// A sleeping process with the device as its standard input.
  private static func spawnHolder() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, device, O_RDONLY, 0)
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try #require(posix_spawnp(&process, "sleep", &actions, nil, words, nil) == 0)
    return process
  }
}

@Suite struct TerminalSessionTests {
  @Test(arguments: ["", "1 (a", "1 (a) S 1 2 3", "1 (a) S 1 2 3 x", "1 (a) S 1 2 3 0"])
  func aStatusWithoutATerminalHasNone(status: String) {
    #expect(TerminalSession.terminal(in: status) == nil)
  }

  @Test func aNameWithABracketIsNoObstacle() {
    #expect(TerminalSession.terminal(in: "7 (a) b) S 1 7 7 1088 -1") == 1088)
  }

  /// /dev/null, which nobody's session has, is device 1:3, and so 259.
  @Test func theFirstProcessWithTheTerminalHoldsIt() throws {
    let tree = try FileTree()
    try tree.write("3 (init) S 0 3 3 0 -1\n", to: "3/stat")
    try tree.write("20 (agetty) S 1 20 20 259 20\n", to: "20/stat")
    try tree.write("100 (sh) S 20 100 20 259 20\n", to: "100/stat")
    let holder = TerminalSession.holder(of: "/dev/null", under: tree.root)
    #expect(holder == DeviceHolder(process: 20, name: "agetty"))
  }

  @Test func aTerminalWithoutASessionHasNoHolder() throws {
    let tree = try FileTree()
    try tree.write("3 (init) S 0 3 3 1088 -1\n", to: "3/stat")
    #expect(TerminalSession.holder(of: "/dev/null", under: tree.root) == nil)
    #expect(TerminalSession.holder(of: "/dev/nothing", under: tree.root) == nil)
  }
}
