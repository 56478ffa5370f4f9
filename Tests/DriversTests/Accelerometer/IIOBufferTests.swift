import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct IIOBufferTests {
  private let sensor: SensorTree

  init() throws { sensor = try SensorTree() }

  private var refusal: Phrase? {
    failure { () throws(Failure) in
      _ = try IIOBuffer(of: sensor.device, nodes: sensor.nodes, timers: sensor.timers).isRunning
    }?.phrase
  }

  @Test(arguments: ["buffer0", "buffer0/in_accel_y_en", "buffer0/enable"])
  func aDriverWithoutABufferForTheAxesSaysSo(missing: String) {
    sensor.remove(missing)
    #expect(refusal == Phrase.bufferAbsent)
  }

  @Test func aNodeThatCannotBeOpenedIsNamedWithTheReason() {
    unlink("\(sensor.nodes)/\(SensorTree.folder)")
    #expect(refusal == Phrase.bufferRefused("open: No such file or directory"))
  }

  @Test func aBufferWithoutATriggerIsRefused() throws {
    try sensor.tree.set("trigger0/name", "other-dev3")
    unlink(sensor.tree.root + "/trigger0/sampling_frequency")
    #expect(refusal == Phrase.triggerAbsent)
  }

  @Test(arguments: [("type", "le:s16"), ("index", "first")])
  func anElementThatMakesNoSenseIsRefusedAndSwitchedOffAgain(what: String, text: String) throws {
    try sensor.set("buffer0/in_accel_y_\(what)", text)
    #expect(refusal == Phrase.accelerometerUnclear("lab", "scan \(what) in_accel_y", text))
    #expect(try sensor.buffer("in_accel_x_en") == "0")
    #expect(try sensor.tree.text("iio:device0/trigger/current_trigger") == "")
  }

  @Test func aBufferThatSomebodyLeftOnIsSwitchedOff() throws {
    try sensor.set("buffer0/enable", "1")
    let buffer = try sensor.open()
    let isRunning = buffer.isRunning
    #expect(!isRunning)
    #expect(try sensor.buffer("enable") == "0")
  }

  @Test func itRunsAtTheTimersPace() throws {
    var buffer = try sensor.open()
    let name = buffer.triggerName
    #expect(name == "tick")
    try buffer.start(at: .running)
    #expect(try sensor.buffer("enable") == "1")
    #expect(try sensor.tree.text("trigger0/sampling_frequency") == "10")
    try buffer.start(at: .paused)
    #expect(try sensor.tree.text("trigger0/sampling_frequency") == "5")
    #expect(try sensor.buffer("watermark") == "1")
  }

  @Test func aChipThatMeasuresTooOftenIsReadInGroups() throws {
    try sensor.set("sampling_frequency_available", "50 100")
    try sensor.tree.set("trigger0/name", "lab-dev0")
    unlink(sensor.tree.root + "/trigger0/sampling_frequency")
    var buffer = try sensor.open()
    try buffer.start(at: .running)
    #expect(try sensor.tree.text("iio:device0/sampling_frequency") == "50")
    #expect(try sensor.buffer("watermark") == "5")
  }

  @Test func inTheEndAllIsAsItWas() throws {
    do {
      var buffer = try sensor.open()
      try buffer.start(at: .paused)
      #expect(try sensor.buffer("length") == "64")
    }
    for attribute in ["enable", "in_accel_x_en", "in_accel_z_en"] {
      #expect(try sensor.buffer(attribute) == "0")
    }
    #expect(try sensor.buffer("length") == "2")
    #expect(try sensor.tree.text("trigger0/sampling_frequency") == "100")
    #expect(try sensor.tree.text("iio:device0/trigger/current_trigger") == "")
  }

  @Test func anEmptyBufferHasNothingToSay() throws {
    #expect(try sensor.open().newest() == nil)
  }

  @Test func aPartOfAScanIsNoReading() throws {
    let buffer = try sensor.open()
    try sensor.fill([1, 2])
    #expect(
      failure { () throws(Failure) in _ = try buffer.newest() }
        == sensor.device.failure(SystemError(call: "read", code: EIO)))
  }

  @Test func theNewestOfWhatCameCounts() throws {
    let buffer = try sensor.open()
    try sensor.fill([1, 2, 3], [-4, 5, -6])
    #expect(try buffer.newest() == SIMD3(-4, 5, -6))
    #expect(try buffer.newest() == nil)
  }

  @Test func whatOthersHaveEnabledIsSkipped() throws {
    try sensor.set("buffer0/in_temp_en", "1")
    try sensor.set("buffer0/in_temp_index", "0")
    try sensor.set("buffer0/in_temp_type", "le:s16/16>>0")
    try sensor.set("buffer0/in_accel_x_index", "3")
    let buffer = try sensor.open()
    try sensor.fill([9, 2, 3, 1])
    #expect(try buffer.newest() == SIMD3(1, 2, 3))
  }

  @Test func theLayoutOfOlderKernelsIsUnderstood() throws {
    rename(sensor.device.path + "/buffer0", sensor.device.path + "/scan_elements")
    try sensor.tree.add("iio:device0/buffer", ["enable": "0", "length": "2"])
    var buffer = try sensor.open()
    try buffer.start(at: .running)
    #expect(try sensor.tree.text("iio:device0/buffer/enable") == "1")
    #expect(try sensor.tree.text("iio:device0/scan_elements/in_accel_x_en") == "1")
  }
}
