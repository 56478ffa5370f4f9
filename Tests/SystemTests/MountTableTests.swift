import Testing

@testable import System

@Suite struct MountTableTests {
  private static let table = MountTable(
    #"""
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    nonsense
    31 22 8:17 / /media/Maria/My\040stick\134\0111\012\043é rw,nosuid shared:9 master:2 - vfat /dev/sdb1 rw
    """#)

  @Test func theFirstOfADeviceIsFound() {
    let mount = MountTableTests.table.first { $0.device == "8:1" }
    #expect(mount?.id == "22" && mount?.place == "/" && mount?.type == "ext4")
    #expect(MountTableTests.table.first { $0.device == "8:2" } == nil)
  }

  /// The kernel spells what parts its fields and lines in octal digits.
  @Test func aPlaceIsWhatPeopleCallIt() {
    let place = MountTableTests.table.first { $0.type == "vfat" }?.place
    #expect(place == "/media/Maria/My stick\\\t1\n#é")
  }

  @Test(arguments: [#"/a\0"#, #"/a\"#, #"/a\080b"#, #"/a\400b"#])
  func whatIsNoOctalNumberOfAByteStays(place: String) {
    let table = MountTable("1 0 8:1 / \(place) rw - ext4 /dev/sda1 rw")
    #expect(table.first { _ in true }?.place == place)
  }

  @Test func whereThereIsNoneNothingIsMounted() {
    #expect(MountTable(below: "/nonexistent").first { _ in true } == nil)
  }
}
