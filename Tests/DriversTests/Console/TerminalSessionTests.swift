import Glibc
import Testing

@testable import Drivers

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
