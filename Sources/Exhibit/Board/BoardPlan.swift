import Configuration
import Core
import Drivers

/// What a board's devices are, in the drivers' own terms.
struct BoardPlan {
  let camera: Camera.Settings?
  let quality: Int
  let button: LineSettings?
  let light: LightSettings?
  let buzzer: LightSettings?
  let accelerometer: Configuration.Accelerometer?
  let serialAccess: Access
  private(set) var tty: String?
  private(set) var baud: Int
  private(set) var socket: String
  private(set) var store: String

  /// The plan that `configuration` makes.
  init(_ configuration: Configuration) {
    camera = configuration.camera.map(Camera.Settings.init)
    quality = configuration.camera?.quality ?? 90
    button = configuration.button.map(LineSettings.init)
    light = configuration.light.map(LightSettings.init)
    buzzer = configuration.buzzer.map(LightSettings.init)
    accelerometer = configuration.accelerometer
    tty = configuration.console.tty
    baud = configuration.console.baud
    socket = configuration.console.socket
    serialAccess = configuration.console.access
    store = configuration.store
  }

  /// The plan of `configuration`, but for what stays until the program starts again.
  func renewed(by configuration: Configuration) -> BoardPlan {
    var plan = BoardPlan(configuration)
    (plan.store, plan.tty, plan.baud, plan.socket) = (store, tty, baud, socket)
    return plan
  }

  /// The roles whose device is another one than in `other`, or is set up in another way.
  func roles(differingFrom other: BoardPlan) -> Set<Role> {
    var roles: Set<Role> = []
    if camera != other.camera { roles.insert(.camera) }
    if button != other.button { roles.insert(.button) }
    if light != other.light { roles.insert(.light) }
    if buzzer != other.buzzer { roles.insert(.buzzer) }
    if accelerometer != other.accelerometer { roles.insert(.accelerometer) }
    return roles
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
