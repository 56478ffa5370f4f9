import Core
import Glibc
import System
import Testing

@testable import Tools

/// Which store, key and socket a command goes by.
@Suite struct ConfigurationFileTests {
  private let path: String

  init() throws {
    var template = Array("/tmp/exhibit-configured-XXXXXX".utf8CString)
    let file = FileDescriptor(
      owning: try SystemError.check("mkstemp") { mkstemp(&template) })
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try file.write("store = \"/srv/evidence\"\n[device]\nfolder = \"/srv/key\"\n")
  }

  @Test func theStoreIsTheConfigurationsUnlessItIsGiven() throws {
    defer { unlink(path) }
    let list = try #require(try Tools.parseAsRoot(["list", "--config", path]) as? ListCommand)
    #expect(try list.store.path() == "/srv/evidence")
    let other = ["show", "1", "--config", path, "--store", "/other"]
    let show = try #require(try Tools.parseAsRoot(other) as? ShowCommand)
    #expect(try show.store.path() == "/other")
  }

  @Test func theKeyIsTheConfigurationsUnlessItIsGiven() throws {
    defer { unlink(path) }
    let verify = try #require(
      try Tools.parseAsRoot(["verify", "--config", path]) as? VerifyCommand)
    #expect(try verify.device.path(by: verify.store.file) == "/srv/key")
  }

  @Test func withoutAConfigurationEverythingIsWhereItIsUsually() throws {
    defer { unlink(path) }
    try #require(access(ConfigurationFile.usualPath, F_OK) != 0)
    let plan = try ConfigurationFile.parse([]).plan()
    #expect(plan == BoardPlan())
  }
}
