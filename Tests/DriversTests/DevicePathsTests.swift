import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct DevicePathsTests {
  @Test func nothingMatchesWhereThereIsNoDirectory() {
    #expect(DevicePaths.matching("/nowhere/at/all/*") == [])
  }

  @Test func whatMatchesIsSorted() throws {
    let tree = try SysfsTree()
    for name in ["led2", "led1", "other"] { try tree.add(name, [:]) }
    #expect(
      DevicePaths.matching(tree.root + "/led*") == ["\(tree.root)/led1", "\(tree.root)/led2"])
  }

  @Test func tenComesAfterNine() {
    #expect(DevicePaths.numbered(["a10", "a9", "a1"]) == ["a1", "a9", "a10"])
  }

  @Test func aLinkLeadsToItsDeviceAndNothingLeadsNowhere() throws {
    let tree = try SysfsTree()
    try tree.add("video0", [:])
    try #require(symlink("video0", tree.root + "/by-id") == 0)
    #expect(DevicePaths.canonical(tree.root + "/by-id") == tree.root + "/video0")
    #expect(DevicePaths.canonical("/nowhere/at/all") == "/nowhere/at/all")
    let links = DevicePaths.links(in: tree.root, to: tree.root + "/video0")
    #expect(links == [tree.root + "/by-id", tree.root + "/video0"])
  }

  @Test(arguments: [("/dev/gpiochip0", "gpiochip0"), ("gpiochip0", "gpiochip0"), ("/dev/", "")])
  func theNameIsTheLastPartOfThePath(path: String, name: String) {
    #expect(DevicePaths.name(of: path) == name)
  }
}
