import Testing

@testable import Core

@Suite struct StatusTests {
  private func status(
    _ line: String, _ script: [[Cue]] = [], _ settings: Settings = .board,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> String {
    Recording(settings, script + [Cue.line(line, at: 10)], in: change).said().last ?? ""
  }

  @Test func aFaultHasItsSentenceAndItsKey() {
    let lines = status("status") { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(lines.contains("Fault of the camera: \(Failure.busyCamera.phrase.english)"))
    let json = status("status --json") { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(json.contains(#""faults":[{"role":"camera","key":"camera.absent","#))
    #expect(json.contains(#""camera":null"#))
  }

  @Test func theCauseOfAPauseIsNamed() {
    let text = status("status") { $0.measurements.space = Space(free: 1, total: 32_000_000_000) }
    #expect(text.hasPrefix("Capture: paused (storage low)."))
  }

  @Test func theSentencesTellEverything() {
    let lines = status("status") { $0.measurements.frames = FrameCounts() }
      .split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "Capture: running, Lab camera, MJPG 1280×720 at 25 frames per second.",
        "Frames: 25.0 per second, 0 delivered, 0 lost, 0 discarded.",
        "Shutter: ready.", "Light: ready.", "Thing: Unsorted, pieces: 0. In the store: 0.",
        "Room: 20.0 GB free of 32.0 GB, enough.",
        "Button: 0 edges, 0 bounces, 0 repeated, worst bounce 0.0 ms.",
        "Movement is looked for by: picture.",
        "Last movement: picture, 0 s ago.",
        "Clock: not set.", "Device: without a name (id 0123456789abcdef).", "Up for 10 s.",
        "Not configured: accelerometer.", "Head of the records: 5:0af3.",
      ])
  }

  @Test func whatTheBoardCanTellOfItselfIsTold() {
    let change = { (world: inout ScriptedWorld) in
      world.measurements.temperature = Temperature(milliCelsius: 48_351, zone: "cpu-thermal")
      world.measurements.isUnderVoltage = true
    }
    let text = status("status", in: change)
    #expect(text.contains("\nTemperature: 48.4 °C (cpu-thermal).\nSupply: too low; "))
    let json = status("status --json", in: change)
    #expect(json.contains(#""temperature":{"zone":"cpu-thermal","celsius":48.351,"level":"fair"}"#))
    #expect(json.contains(#""under_voltage":true"#))
  }

  @Test func aSufficientSupplyIsTold() {
    #expect(status("status") { $0.measurements.isUnderVoltage = false }.contains("Supply: suff"))
    #expect(!status("status").contains("Supply"))
  }

  @Test func theDeviceIsToldByNameAndID() {
    let settings = Settings.board { $0.deviceName = "Front door" }
    let closed = { (world: inout ScriptedWorld) in world.openingTimes[.store] = .seconds(99) }
    #expect(
      status("status", [], settings).contains("\nDevice: Front door (id 0123456789abcdef).\n"))
    #expect(status("status", [], settings, in: closed).contains("\nDevice: Front door.\n"))
    #expect(status("status").contains("\nDevice: without a name (id 0123456789abcdef).\n"))
    let json = status("status --json", [], settings)
    #expect(json.contains(#""device":{"id":"0123456789abcdef","name":"Front door"}"#))
  }

  @Test func anotherNameCountsAtOnce() {
    let renamed = Cue.reconfigured(at: 5) { $0.deviceName = "Back door" }
    #expect(status("status", [renamed]).contains("\nDevice: Back door (id 0123456789abcdef).\n"))
  }

  @Test func theHeadOfTheRecordsIsToldLast() {
    let change = { (world: inout ScriptedWorld) in world.facts.head = "17:0af3" }
    #expect(status("status", in: change).hasSuffix("\nHead of the records: 17:0af3."))
    #expect(status("status --json", in: change).hasSuffix(#","head":"17:0af3"}"#))
  }

  @Test func whoeverComesToTheSerialLineIsGreetedByTheDevicesName() {
    let settings = Settings.board { $0.deviceName = "Front door" }
    let greeted = { (settings: Settings, id: String?) in
      Recording(settings, [Cue.opened(at: 5)]) { world in
        if let id { world.facts.deviceID = id } else { world.openingTimes[.store] = .seconds(9) }
      }.said()
    }
    let ending = "listens. Type help for what it understands."
    let id = "0123456789abcdef"
    #expect(greeted(.board, nil) == ["Exhibit \(ending)"])
    #expect(greeted(.board, id) == ["Exhibit without a name (id \(id)) \(ending)"])
    #expect(greeted(settings, nil) == ["Exhibit Front door \(ending)"])
    #expect(greeted(settings, id) == ["Exhibit Front door (id \(id)) \(ending)"])
  }

  @Test func piecesThatAreNotPlainlyStoredAreShownWithTheirReason() {
    let lost = UnusualPieces("missing", nil, Phrase("status.lost", "Lost: 2."), 2)
    let cut = UnusualPieces("adopted", "power_cut", Phrase("status.cut", "Cut: 1."), 1)
    let board: (inout ScriptedWorld) -> Void = { $0.facts.unusual = [cut, lost] }
    let lines = Recording(Settings.board, [Cue.line("status", at: 5)], in: board).said()
    #expect(lines.joined().contains("Cut: 1.") && lines.joined().contains("Lost: 2."))
    let json = Recording(Settings.board, [Cue.line("status --json", at: 5)], in: board).said()
    #expect(
      json.joined().contains(
        #""unusual_pieces":[{"state":"adopted","reason":"power_cut","pieces":1},"#
          + #"{"state":"missing","reason":null,"pieces":2}]"#))
  }

  @Test func aCameraThatDoesNotAnswerIsNamed() {
    let text = status("status") {
      $0.measurements.cameraDelay = CameraDelay(.closing, at: "/dev/video0", for: .seconds(7))
    }
    #expect(text.contains("/dev/video0 is being closed, for 7 s so far."))
  }

  @Test func aTentativeCountdownIsNotShown() {
    #expect(status("", [Cue.press(9.8)]).contains("shutter ready"))
    #expect(status("", [Cue.press(9)]).contains("shutter counting"))
  }

  @Test func theEndOfASeriesIsShown() {
    #expect(
      status("", [Cue.press(5)]) == "Capture running, shutter complete, thing Unsorted, pieces: 1.")
    #expect(status("", [Cue.press(5), Cue.press(6)]).contains("shutter stopped"))
  }

  @Test func theSwitchesWorstBounceIsNamed() {
    let bounce = [
      Cue(.edge(.release(5.0042)), at: .at(5.0042)), Cue(.edge(.press(5.005)), at: .at(5.005)),
    ]
    let text = status("status", [Cue.press(5), bounce])
    #expect(text.contains("Button: 4 edges, 2 bounces, 0 repeated, worst bounce 5.0 ms."))
  }

  @Test func programsReadOneObjectOnOneLine() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let json = status("status --json", [], settings) {
      $0.measurements.frames = FrameCounts()
      $0.measurements.wall = .synchronised(1)
    }
    #expect(
      json
        == #"{"capture":"running","pause_cause":null,"camera":{"card":"Lab camera","driver":"vivid","#
        + #""path":"/dev/video0","bus":"","serial":null,"format":"MJPG","width":1280,"height":720,"fps":25.0},"#
        + #""frames":{"per_second":25.0,"delivered":0,"held":0,"settling":0,"#
        + #""error_flag":0,"short":0,"bad_start":0,"bad_end":0,"undecodable":0,"lost":0,"#
        + #""transient_errors":0},"camera_delay":null,"powersave":false,"orientation":null,"mask":null,"#
        + #""shutter":"ready","light":"ready","viewfinder":"idle","clip":{"state":"none","seconds":null},"voice":null,"hooks":null,"thing":"Unsorted","pieces":0,"#
        + #""unusual_pieces":[],"checklist":{"thing":1,"request":null,"items":[],"next":null,"open":0},"question":null,"slots":null,"review":null,"stick":null,"#
        + #""storage":{"level":"ample","free_bytes":20000000000,"total_bytes":32000000000,"#
        + #""floor_bytes":500000000},"button":{"edges":0,"bounces":0,"repeated":0,"#
        + #""noise":0,"worst_bounce_ms":0.0},"acceleration":{"x_mg":0,"y_mg":0,"z_mg":1000},"#
        + #""motion":{"source":"accelerometer","threshold_g":0.01,"sensing":"polling","#
        + #""readings":"polling","witness":null,"ago_s":null},"#
        + #""resume":{"latest_s":null,"slowest_s":null,"up_to_s":[0.1,0.2,0.5,1.0,2.0,5.0],"#
        + #""counts":[0,0,0,0,0,0,0]},"#
        + #""temperature":null,"under_voltage":null,"#
        + #""clock":"synchronised","device":{"id":"0123456789abcdef","name":null},"uptime_s":10.0,"#
        + #""console_dropped_bytes":0,"#
        + #""absent":[],"faults":[],"version":"1.0","history":null,"comparison":null,"#
        + #""head":"5:0af3"}"#)
  }
}

@Suite struct AccelerometerWatchTests {
  @Test func statusHasEachAxisInItsPlace() {
    var watch = AccelerometerWatch()
    watch.opened(Sensing(by: .polling, hasEvents: false), at: .at(0))
    _ = watch.receive(Acceleration(x: -12, y: 34, z: 987), .relative, at: .at(1))
    #expect(watch.status.json.text == #"{"x_mg":-12,"y_mg":34,"z_mg":987}"#)
    #expect(watch.status.sentences == [Phrase.statusAcceleration("-0.012", "0.034", "0.987")])
  }
}
