import Core
import Testing

@testable import Configuration

@Suite struct ConfigurationTests {
  @Test func whatIsAbsentIsAbsent() throws {
    let configuration = try Configuration(text: "")
    #expect(configuration.plan == BoardPlan())
    #expect(configuration.plan.roles == [.store, .console])
    #expect(configuration.settings.roles == [.store, .console])
    #expect(configuration.board == nil)
    #expect(configuration.settings.storageFloor == nil)
  }

  @Test func aSectionGivesItsRoleADevice() throws {
    let text = """
      camera = {}
      button = { chip = "a", line = 3 }
      light.led = "exhibit"
      buzzer = { chip = "a", line = 4 }
      accelerometer = {}
      """
    let roles: Set<Role> = [.store, .console, .camera, .button, .light, .buzzer, .accelerometer]
    #expect(try Configuration(text: text).settings.roles == roles)
  }

  @Test func everyKeyHasItsDefault() throws {
    let text =
      "[camera]\n[button]\nchip=\"c\"\nline=0\n[light]\nchip=\"c\"\nline=1\n[accelerometer]"
    let defaults = try Configuration(text: text).entries.filter { $0.place == nil }
    #expect(
      defaults.map(\.line) == [
        "store = \"/var/lib/exhibit/store\"", "language = \"en\"",
        "device.folder = \"/var/lib/exhibit/device\"",
        "camera.skip_frames = 5", "camera.quality = 90", "camera.facing = \"environment\"",
        "camera.rotation = 0", "button.active_low = true", "button.bias = \"pull-up\"",
        "button.debounce_ms = 30", "button.min_press_ms = 10",
        "button.double_click_ms = 350", "button.long_press_ms = 1200",
        "button.shutdown_press_ms = 6000", "light.active_low = false",
        "light.drive = \"push-pull\"", "light.dark_for_shutter = true",
        "accelerometer.address = 104",
        "console.baud = 115200", "console.socket = \"/run/exhibit/console.sock\"",
        "console.access = \"full\"", "console.charset = \"utf-8\"", "shutter.countdown_s = 3",
        "shutter.count = 1",
        "shutter.interval_s = 1", "shutter.start = \"ready\"", "shutter.on_wake = false",
        "idle.after_s = 30", "idle.accelerometer = \"relative\"", "picture.wake = \"auto\"",
        "gestures.profile = \"camera\"", "gestures.click = \"photo\"", "gestures.double = \"clip\"",
        "gestures.triple = \"next-thing\"", "gestures.long = \"undo\"",
        "temperature.pause_c = 80", "temperature.resume_c = 70", "photo.full_resolution = false",
        "clip.longest_s = 300", "clip.preroll_s = 5", "clip.preroll_mb = 32",
        "clip.preroll_raw = false",
        "review.lasts_s = 15", "questions.button = false",
      ])
  }

  @Test func aStudyHasItsOwnGestures() throws {
    let gestures = try Configuration(text: "gestures.profile = \"study\"").settings.gestures
    #expect(gestures.click == .clip)
    #expect(gestures.doubleClick == .nextSlot)
    #expect(gestures.tripleClick == .nextThing)
    #expect(gestures.longPress == .undo)
  }

  @Test func aGestureComesBeforeItsProfile() throws {
    let text = "gestures = { profile = \"study\", click = \"say-status\", long = \"none\" }"
    let gestures = try Configuration(text: text).settings.gestures
    #expect(gestures.click == .sayStatus)
    #expect(gestures.doubleClick == .nextSlot)
    #expect(gestures.longPress == .none)
  }

  @Test(arguments: [
    ("0", Duration.zero), ("0.0", .zero), ("2", .seconds(2)), ("0.1", .milliseconds(100)),
    ("1.5", .milliseconds(1500)), ("600", .seconds(600)), ("1e-9", .nanoseconds(1)),
  ])
  func secondsAreExactToTheNanosecond(written: String, duration: Duration) throws {
    let configuration = try Configuration(text: "[shutter]\ncountdown_s = \(written)")
    #expect(configuration.settings.countdown == duration)
  }

  @Test func whatIsWrittenArrives() throws {
    let settings = try Configuration(
      text: """
        [button]
        chip = "a"
        line = 1
        debounce_ms = 12.5
        min_press_ms = 7
        double_click_ms = 500
        long_press_ms = 2000
        shutdown_press_ms = 9000
        [shutter]
        start = "countdown"
        on_wake = true
        [light]
        led = "ACT"
        dark_for_shutter = false
        [photo]
        full_resolution = true
        [storage]
        min_free_mb = 100
        [temperature]
        pause_c = 60.5
        resume_c = 50
        """
    ).settings
    #expect(settings.debounce == .microseconds(12_500))
    #expect(settings.shortestPress == .milliseconds(7))
    #expect(settings.gestureTimes.clickGap == .milliseconds(500))
    #expect(settings.gestureTimes.long == .seconds(2))
    #expect(settings.gestureTimes.veryLong == .seconds(9))
    #expect(settings.start == .countdown)
    #expect(settings.countsOnWake && settings.isPhotoFull && !settings.isDarkForShutter)
    #expect(settings.storageFloor == 100_000_000)
    #expect(settings.heatLimits.pause == 60_500 && settings.heatLimits.resume == 50_000)
  }

  @Test func theDeviceHasANameAndAKey() throws {
    let text = "[device]\nname = \"  Front door \"\nfolder = \"/boot/key\""
    let configuration = try Configuration(text: text)
    #expect(configuration.settings.deviceName == "Front door")
    #expect(configuration.plan.device == "/boot/key")
    #expect(configuration.plan.store == "/var/lib/exhibit/store")
    #expect(configuration.entries.filter { !$0.isUsed }.isEmpty)
  }

  @Test(arguments: [(0, false), (1, true), (50, true), (51, false)])
  func aNameHasUpToFiftyCharacters(count: Int, isTaken: Bool) {
    let name = String(repeating: "é", count: count)
    let configuration = try? Configuration(text: "[device]\nname = \" \(name) \"")
    #expect((configuration?.settings.deviceName == name) == isTaken)
  }

  @Test(arguments: Configuration.laterSections)
  func sectionsOfLaterAreNotLookedInto(section: String) throws {
    _ = try Configuration(
      text: "[\(section)]\nanything = [1, { a = 2 }]\n[\(section).deeper]\nx = 1")
    let configuration = try Configuration(text: "[[\(section)]]\nanything = 1")
    #expect(configuration.entries.filter { !$0.isUsed }.map(\.line) == ["[[\(section)]]"])
  }

  @Test(arguments: [
    ("gestures.double = \"clip\"", []),
    ("gestures.profile = \"study\"", []), ("[study]", []),
    ("gestures.long = \"none\"", []), ("gestures.click = \"photo\"", []),
    ("console.charset = \"ascii\"", []), ("[sync]", ["[sync]"]),
  ])
  func whatAFileSaysInVainIsMarked(text: String, lines: [String]) throws {
    let entries = try Configuration(text: text).entries
    #expect(entries.filter { !$0.isUsed && $0.place != nil }.map(\.line) == lines)
  }

  @Test func settingsSayWhereTheyComeFrom() throws {
    let text = "[camera]\nquality = 80\n[camera.controls]\n\"a b\" = 1"
    let entries = try Configuration(text: text, file: "e.toml").entries
    let lines = entries.map(\.description)
    #expect(lines.contains("camera.quality = 80  # e.toml:2"))
    #expect(lines.contains("camera.controls.\"a b\" = 1  # e.toml:4"))
    #expect(lines.contains("shutter.countdown_s = 3  # default"))
  }

  @Test func deviceKeysOfAbsentDevicesAreNotSettings() throws {
    let keys = try Configuration(text: "").entries.map(\.key)
    #expect(!keys.contains { $0.hasPrefix("camera.") || $0.hasPrefix("button.") })
  }
}
