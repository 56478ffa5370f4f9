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

  @Test(arguments: [("/dev/gpiochip0", "gpiochip0"), ("gpiochip0", "gpiochip0"), ("/dev/", "")])
  func theNameIsTheLastPartOfThePath(path: String, name: String) {
    #expect(DevicePaths.name(of: path) == name)
  }
}
