import Configuration
import Core
import Testing

@testable import Exhibit

@Suite struct SettingsTests {
  private static func settings(_ text: String) throws -> Settings {
    Settings(try Configuration(text: text))
  }

  @Test func aRoleWithoutASectionIsAbsent() throws {
    #expect(try Self.settings("").roles == [.store, .console])
  }

  @Test func aSectionGivesItsRoleADevice() throws {
    let text = """
      [camera]
      [button]
      chip = "gpiochip0"
      line = 3
      [led]
      led = "exhibit"
      [buzzer]
      chip = "gpiochip0"
      line = 4
      [accelerometer]
      """
    let roles: Set<Role> = [.store, .console, .camera, .button, .light, .buzzer, .accelerometer]
    #expect(try Self.settings(text).roles == roles)
  }

  @Test func timesAndGesturesArriveAsTheyAreWritten() throws {
    let settings = try Self.settings(
      """
      [shutter]
      countdown_s = 0
      count = 3
      interval_s = 0.5
      start = "countdown"
      [gestures]
      double = "none"
      [storage]
      floor_mb = 100
      """)
    #expect(settings.countdown == .zero)
    #expect(settings.count == 3)
    #expect(settings.interval == .milliseconds(500))
    #expect(settings.startsWithCountdown)
    #expect(settings.gestures.doubleClick == .none)
    #expect(settings.gestures.click == .photo)
    #expect(settings.storageFloor == 100_000_000)
  }
}
