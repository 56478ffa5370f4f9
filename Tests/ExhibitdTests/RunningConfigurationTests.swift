import Configuration
import Core
import Glibc
import Testing

@testable import Exhibitd

@Suite final class RunningConfigurationTests {
  private let path: String

  init() throws {
    var template = Array("/tmp/exhibit-running-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    close(file)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { unlink(path) }

  private func write(_ text: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  private func running(_ text: String) throws -> RunningConfiguration {
    try write(text)
    return RunningConfiguration(try Configuration.load(path: path), path: path)
  }

  private func sentences(_ phrases: [Phrase]) -> [String] { phrases.map(\.english) }

  @Test func aFileThatIsGoneIsSaidToBe() throws {
    var configuration = try running("")
    unlink(path)
    do throws(ConfigurationErrors) {
      _ = try configuration.readAgain()
      Issue.record("it was read")
    } catch {
      #expect(error.description.hasPrefix("\(path): cannot be read: No such file"))
    }
  }

  @Test func aFileWithErrorsChangesNothing() throws {
    var configuration = try running("[button]\nchip = \"a\"\nline = 1")
    try write("[button]\nchip = \"a\"\nline = 2\ncolour = \"red\"")
    #expect(throws: ConfigurationErrors.self) { try configuration.readAgain() }
    #expect(configuration.plan.button?.line == .offset(1))
    try write("[button]\nchip = \"a\"\nline = 1")
    #expect(try sentences(configuration.readAgain().news).last?.contains("nothing") == true)
  }

  @Test func whatNeedsARestartStaysAndIsNamed() throws {
    var configuration = try running("store = \"/one\"")
    try write(
      """
      store = "/two"
      [console]
      tty = "/dev/ttyS1"
      baud = 9600
      socket = "/s"
      [device]
      folder = "/key"
      """)
    let renewal = try configuration.readAgain()
    #expect(configuration.plan.store == "/one")
    #expect(configuration.plan.device == "/var/lib/exhibit/device")
    #expect(configuration.plan.tty == nil)
    #expect(configuration.plan.baud == 115_200)
    #expect(configuration.plan.socket == "/run/exhibit/console.sock")
    #expect(renewal.news.isEmpty)
    #expect(
      sentences(renewal.warnings) == [
        "\(path):1: 'store' needs a restart; until then it stays \"/one\".",
        "\(path):7: 'device.folder' needs a restart; until then it stays \"/var/lib/exhibit/device\".",
        "\(path):3: 'console.tty' needs a restart; until then it stays unset.",
        "\(path):4: 'console.baud' needs a restart; until then it stays 115200.",
        "\(path):5: 'console.socket' needs a restart; until then it stays \"/run/exhibit/console.sock\".",
      ])
  }

  @Test func anotherLanguageNeedsARestart() throws {
    var configuration = try running("")
    try write("language = \"de\"")
    let renewal = try configuration.readAgain()
    #expect(configuration.plan.language == .english)
    #expect(
      sentences(renewal.warnings) == [
        "\(path):1: 'language' needs a restart; until then it stays \"en\"."
      ])
  }

  @Test func whatNeedsARestartIsNotToldAsIfItHeld() throws {
    var configuration = try running("")
    try write("[console]\ncharset = \"ascii\"")
    let renewal = try configuration.readAgain()
    #expect(renewal.settings.charset == .unicode && configuration.plan.charset == .unicode)
  }

  @Test func whatThisVersionDoesNothingWithIsNamed() throws {
    var configuration = try running("")
    try write("\n[sync]")
    let warnings = try configuration.readAgain().warnings
    #expect(sentences(warnings) == ["\(path):2: this version does nothing with '[sync]' yet."])
  }

  @Test func whatChangedIsSaidAndHandedOn() throws {
    var configuration = try running("")
    try write("[shutter]\ncountdown_s = 2\n[console]\naccess = \"status\"")
    let renewal = try configuration.readAgain()
    #expect(renewal.settings.countdown == .seconds(2))
    #expect(renewal.roles.isEmpty)
    #expect(configuration.plan.serialAccess == .status)
    let sentence =
      #"Configuration read again: console.access is "status", shutter.countdown_s is 2."#
    #expect(sentences(renewal.news) == [sentence])
  }

  @Test func aQualityIsNoReasonToCloseTheCamera() throws {
    var configuration = try running("[camera]")
    try write("[camera]\nquality = 50")
    #expect(try configuration.readAgain().roles.isEmpty)
    #expect(configuration.plan.quality == 50)
  }

  @Test(arguments: [
    ("[camera]\nfps = 5", Role.camera), ("[button]\nchip = \"a\"\nline = 1", .button),
    ("[light]\nled = \"ACT\"", .light), ("[buzzer]\nled = \"b\"", .buzzer),
    ("[accelerometer]\ni2c = \"/dev/i2c-1\"", .accelerometer),
  ])
  func aDeviceIsNewWhenItsSectionComesAndWhenItGoes(text: String, role: Role) throws {
    var configuration = try running("")
    try write(text)
    #expect(try configuration.readAgain().roles == [role])
    try write("")
    #expect(try configuration.readAgain().roles == [role])
  }

  @Test func theDigestIsOfAllThatIsSetAndOfNothingElse() throws {
    var configuration = try running("[shutter]\ncount = 2")
    let first = configuration.settings.configurationDigest
    #expect(first.utf8.count == 64)
    try write("# a comment\n\n[shutter]\ncount = 2\ncountdown_s = 3")
    #expect(try configuration.readAgain().settings.configurationDigest == first)
    try write("[shutter]\ncount = 3")
    #expect(try configuration.readAgain().settings.configurationDigest != first)
  }

  @Test func theDigestIsOfWhatIsInForceAndNotOfWhatWaitsForARestart() throws {
    var configuration = try running("store = \"/one\"")
    let first = configuration.settings.configurationDigest
    try write("store = \"/two\"")
    #expect(try configuration.readAgain().settings.configurationDigest == first)
    #expect(try running("store = \"/two\"").settings.configurationDigest != first)
  }

  @Test func textsThatAreCutWhereTheyAreShownDifferInTheDigest() throws {
    let path = "/" + String(repeating: "a", count: 60)
    let one = try running("store = \"\(path)1\"").settings.configurationDigest
    #expect(try running("store = \"\(path)2\"").settings.configurationDigest != one)
  }
}
