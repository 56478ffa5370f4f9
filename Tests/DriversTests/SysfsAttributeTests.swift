import Core
import Glibc
import StandIns
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
    #expect(try SysfsAttribute.text(at: "\(tree.root)/sensor/name") == "mpu6050")
    #expect(try SysfsAttribute.text(at: "\(tree.root)/sensor/empty") == "")
  }

  @Test func aTextBeyondTheLimitIsCut() throws {
    let tree = try SysfsTree()
    try tree.add("sensor", ["name": String(repeating: "x", count: 2 * SysfsAttribute.byteLimit)])
    let text = try SysfsAttribute.text(at: "\(tree.root)/sensor/name")
    #expect(text.utf8.count == SysfsAttribute.byteLimit)
  }
}

@Suite struct TemporarySettingsTests {
  private let tree: SysfsTree

  init() throws {
    tree = try SysfsTree()
    try tree.add("device", ["enable": "0", "length": "2"])
  }

  @Test func whatIsNotThereIsRefused() throws {
    var settings = TemporarySettings()
    let isSet = settings.setIfPossible("1", at: tree.root + "/device/watermark")
    #expect(!isSet)
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try settings.set("1", at: tree.root + "/device/watermark")
    }
  }

  @Test func inTheEndEverythingSaysWhatItSaidBefore() throws {
    do {
      var settings = TemporarySettings()
      for text in ["1", "0", "1"] { try settings.set(text, at: tree.root + "/device/enable") }
      try settings.set("64", at: tree.root + "/device/length")
      #expect(try tree.text("device/enable") == "1")
      #expect(try tree.text("device/length").hasPrefix("64"))
    }
    #expect(try tree.text("device/enable") == "0")
    #expect(try tree.text("device/length").hasPrefix("2"))
  }
}
