import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct SysfsAttributeTests {
  @Test func aMissingAttributeNamesTheCallAndTheReason() throws {
    let tree = try SysfsTree()
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try SysfsAttribute.text(at: tree.root + "/nothing")
    }
  }

  @Test func eachReadingIsOfThePresent() throws {
    let tree = try SysfsTree()
    try tree.add("sensor", ["raw": "17"])
    let attribute = try SysfsAttribute(opening: tree.root + "/sensor/raw", O_RDONLY)
    #expect(try attribute.text() == "17")
    try tree.set("sensor/raw", "-16384")
    #expect(try attribute.text() == "-16384")
  }

  @Test func textEndsWithItsLine() throws {
    let tree = try SysfsTree()
    try tree.add("sensor", ["name": "mpu6050\nmore", "empty": ""])
    #expect(try tree.text("sensor/name") == "mpu6050")
    #expect(try tree.text("sensor/empty") == "")
  }

  @Test func aTextBeyondTheLimitIsCut() throws {
    let tree = try SysfsTree()
    try tree.add("sensor", ["name": String(repeating: "x", count: 2 * SysfsAttribute.byteLimit)])
    #expect(try tree.text("sensor/name").utf8.count == SysfsAttribute.byteLimit)
  }
}
