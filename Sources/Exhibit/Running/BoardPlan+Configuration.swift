import Configuration
import Core
import Drivers

extension BoardPlan {
  /// The plan that `configuration` makes.
  init(_ configuration: Configuration) {
    self.init(socket: configuration.console.socket, store: configuration.store)
    camera = configuration.camera.map(Camera.Settings.init)
    if let camera = configuration.camera { quality = camera.quality }
    button = configuration.button.map(LineSettings.init)
    light = configuration.light.map(LightSettings.init)
    buzzer = configuration.buzzer.map(LightSettings.init)
    accelerometer = configuration.accelerometer.map(AccelerometerSource.init)
    tty = configuration.console.tty
    baud = configuration.console.baud
    serialAccess = configuration.console.access
    language = configuration.sentences
  }
}

extension BoardPlan.AccelerometerSource {
  fileprivate init(_ accelerometer: Configuration.Accelerometer) {
    switch accelerometer {
    case .iio(let name): self = .iio(name: name)
    case .i2c(let bus, let address): self = .i2c(bus: bus, address: address)
    }
  }
}

extension Camera.Settings {
  fileprivate init(_ camera: Configuration.Camera) {
    self.init()
    switch camera.device {
    case .path(let text), .name(let text): device = text
    case .index(let number): device = "\(number)"
    case nil: device = nil
    }
    width = camera.width
    height = camera.height
    framesPerSecond = camera.framesPerSecond
    format = camera.format
    settleFrameCount = camera.settleFrameCount
    mounting = Mounting(camera)
    controls = camera.controls.map { name, value in
      Camera.ControlSetting("camera.controls.\(name)", name, Int(value))
    }
  }
}

extension Mounting {
  fileprivate init(_ camera: Configuration.Camera) {
    self.init()
    facing = camera.facing
    turn = QuarterTurn(rawValue: camera.mountedDegrees) ?? .none
  }
}

extension LineSettings {
  fileprivate init(_ line: Configuration.GPIOLine) {
    switch line.line {
    case .offset(let offset): self.init(chip: line.chip, line: .offset(UInt32(offset)))
    case .name(let name): self.init(chip: line.chip, line: .name(name))
    }
  }

  fileprivate init(_ button: Configuration.Button) {
    self.init(button.line)
    isActiveLow = button.isActiveLow
    switch button.bias {
    case .pullUp: bias = .pullUp
    case .pullDown: bias = .pullDown
    case .none?, nil: bias = .external
    }
  }
}

extension LightSettings {
  fileprivate init(_ output: Configuration.Output) {
    switch output.device {
    case .led(let name): self = .led(name)
    case .line(let line, let drive):
      var settings = LineSettings(line)
      settings.isActiveLow = output.isActiveLow
      settings.drive = drive == .openDrain ? .openDrain : .pushPull
      self = .line(settings)
    }
  }
}
