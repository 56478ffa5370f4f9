import Core
import Drivers
import Glibc
import StandIns
import System
import Testing

@testable import Tools
@testable import Terminal

@Suite struct SerialLineTests {
  private let tree: SysfsTree
  private let nodes: SysfsTree

  init() throws {
    (tree, nodes) = (try SysfsTree(), try SysfsTree())
    try tree.add("console", ["active": "tty0 ttyS0"])
  }

  /// A terminal that the kernel lists, with a node.
  private func add(_ name: String, _ attributes: [String: String]) throws {
    try tree.add(name, attributes)
    try nodes.set(name, "")
  }

  private var lines: [SerialLine] { SerialLine.all(under: tree.root, devices: nodes.root) }
  private var names: [String] { lines.map { DevicePaths.name(of: $0.path) } }

  @Test func whereNoTerminalsAreThereIsNoLine() {
    #expect(lines == [])
  }

  @Test func aPlaceWhereNoUARTWasFoundIsLeftOut() throws {
    try add("ttyS1", ["device": "", "type": "0"])
    try add("ttyS0", ["device": "", "type": "4"])
    #expect(names == ["ttyS0"])
  }

  @Test func virtualConsolesAreLeftOutAndAGadgetIsNot() throws {
    try add("tty1", ["dev": "4:1"])
    try add("ttyGS0", ["dev": "240:0"])
    #expect(names == ["ttyGS0"])
  }

  @Test func linesAreInTheOrderOfTheirNumbers() throws {
    for number in [10, 9, 0] { try add("ttyUSB\(number)", ["device": ""]) }
    #expect(names == ["ttyUSB0", "ttyUSB9", "ttyUSB10"])
  }

  @Test func theKernelsOwnConsoleIsMarked() throws {
    try add("ttyS0", ["device": "", "type": "4"])
    try add("ttyS2", ["device": "", "type": "4"])
    #expect(lines.map(\.isKernelConsole) == [true, false])
  }

  @Test func aLineWithoutANodeSaysSo() throws {
    try tree.add("ttyS0", ["device": "", "type": "4"])
    #expect(lines.first?.refusal == Phrase.consoleTTYMissing("\(nodes.root)/ttyS0"))
  }

  @Test func aLinkIsAnotherNameOfItsLine() throws {
    try add("ttyS0", ["device": "", "type": "4"])
    let link = "\(nodes.root)/serial0"
    try #require(symlink("ttyS0", link) == 0)
    #expect(lines.map(\.links) == [[link]])
    #expect(try SerialLine.find(link, under: tree.root) == "\(nodes.root)/ttyS0")
  }

  @Test func whatIsNoTerminalIsRefused() {
    let failure = failure { () throws(Failure) in _ = try SerialLine.find("/dev/null") }
    #expect(failure?.phrase == Phrase.consoleNotATTY("/dev/null"))
  }

  @Test func aMissingLineIsNotFound() {
    let failure = failure { () throws(Failure) in _ = try SerialLine.find("/dev/ttyNone") }
    #expect(failure?.phrase == Phrase.consoleTTYMissing("/dev/ttyNone"))
  }
}

/// The failure that `body` ends in; nil when it succeeds.
private func failure(of body: () throws(Failure) -> Void) -> Failure? {
  do throws(Failure) {
    try body()
    return nil
  } catch {
    return error
  }
}
