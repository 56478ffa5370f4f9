import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct BorrowedSettingsTests {
  private let tree: SysfsTree

  init() throws {
    tree = try SysfsTree()
    try tree.add("device", ["enable": "0", "length": "2"])
  }

  @Test func whatIsNotThereIsRefused() throws {
    var settings = BorrowedSettings()
    let isSet = settings.setIfPossible("1", at: tree.root + "/device/watermark")
    #expect(!isSet)
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try settings.set("1", at: tree.root + "/device/watermark")
    }
  }

  @Test func inTheEndEverythingSaysWhatItSaidBefore() throws {
    do {
      var settings = BorrowedSettings()
      for text in ["1", "0", "1"] { try settings.set(text, at: tree.root + "/device/enable") }
      try settings.set("64", at: tree.root + "/device/length")
      #expect(try tree.text("device/enable") == "1")
      #expect(try tree.text("device/length").hasPrefix("64"))
    }
    #expect(try tree.text("device/enable") == "0")
    #expect(try tree.text("device/length").hasPrefix("2"))
  }
}
