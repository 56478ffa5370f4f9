/// Which devices the roles have, and where the store and the console are.
package struct BoardPlan: Hashable, Sendable {
  /// What an accelerometer is found by.
  package enum AccelerometerSource: Hashable, Sendable {
    /// Under its kernel driver, by name; nil means the first there is.
    case iio(name: String?)
    /// A chip that is spoken to directly: the path of its bus and its address.
    case i2c(bus: String, address: Int)
  }

  /// How the camera is to run; nil where there is none.
  package var camera: CameraSettings?
  /// What raw frames are encoded with, 1 to 100.
  package var quality = 90
  /// The button's line; nil where there is none.
  package var button: LineSettings?
  /// The light; nil where there is none.
  package var light: LightSettings?
  /// The buzzer; nil where there is none.
  package var buzzer: LightSettings?
  /// The accelerometer; nil where there is none.
  package var accelerometer: AccelerometerSource?
  /// The program that speaks and its arguments; nil where there is none.
  package var voice: [String]?
  /// The program that hears of each durable piece and its arguments; nil where there is none.
  package var hook: [String]?
  /// The program that hears of each option that is confirmed and its arguments; nil where there is none.
  package var confirmedHook: [String]?
  /// What the console's serial line may ask for.
  package var serialAccess = Access.full
  /// The console's serial line; nil where there is none.
  package var tty: String?
  /// Bits per second of it, one of `bauds`.
  package var baud = 115_200
  /// The speeds of serial lines that people use, from slow to fast.
  package static let bauds = [
    1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 500_000, 921_600,
    1_000_000, 1_500_000, 2_000_000, 3_000_000, 4_000_000,
  ]
  /// Where the console's socket is, unless the configuration says otherwise.
  package static let usualSocket = "/run/exhibit/console.sock"

  /// Where the console's socket is.
  package var socket = usualSocket
  /// Where guests who speak varlink find the camera: beside that.
  package var door: String {
    let folder = socket.utf8.lastIndex(of: UInt8(ascii: "/")).map { socket[...$0] } ?? ""
    return "\(folder)door"
  }
  /// The directory of the store.
  package var store = "/var/lib/exhibit/store"
  /// What becomes of faces in copies that leave.
  package var faces = FaceTreatments()
  /// The directory of the device's key, apart from the store.
  package var device = "/var/lib/exhibit/device"
  /// What people are spoken to in.
  package var language = Language.english
  /// What consoles are written in.
  package var charset = Charset.unicode

  /// A plan without devices.
  package init() {}

  /// What reading the configuration again comes to.
  package struct Renewal {
    /// Another plan, and what else is another.
    package struct Change {
      /// What the devices are from now on.
      package let plan: BoardPlan
      /// The machine's settings from now on.
      package let settings: Settings
      /// The roles that have another device, or none.
      package let roles: Set<Role>

      /// A change to `plan`.
      package init(_ plan: BoardPlan, _ settings: Settings, _ roles: Set<Role>) {
        self.plan = plan
        self.settings = settings
        self.roles = roles
      }
    }

    /// What is another; nil where everything stays, because of errors.
    package let change: Change?
    /// What people hear of it.
    package let words: [(LogLevel, Phrase)]

    /// What came of reading, in `words` too.
    package init(_ change: Change?, _ words: [(LogLevel, Phrase)]) {
      self.change = change
      self.words = words
    }
  }

  /// This plan, but for what stays as in `old` until the program starts again.
  package func renewing(_ old: BoardPlan) -> BoardPlan {
    var plan = self
    (plan.store, plan.device, plan.language) = (old.store, old.device, old.language)
    (plan.tty, plan.baud, plan.socket) = (old.tty, old.baud, old.socket)
    plan.charset = old.charset
    return plan
  }

  /// The roles that have a device; store and console always do.
  package var roles: Set<Role> {
    var roles: Set<Role> = [.store, .console]
    if camera != nil { roles.insert(.camera) }
    if button != nil { roles.insert(.button) }
    if light != nil { roles.insert(.light) }
    if buzzer != nil { roles.insert(.buzzer) }
    if accelerometer != nil { roles.insert(.accelerometer) }
    return roles
  }

  /// The roles whose device is another one than in `other`, or is set up in another way.
  package func roles(differingFrom other: BoardPlan) -> Set<Role> {
    var roles: Set<Role> = []
    if camera != other.camera { roles.insert(.camera) }
    if button != other.button { roles.insert(.button) }
    if light != other.light { roles.insert(.light) }
    if buzzer != other.buzzer { roles.insert(.buzzer) }
    if accelerometer != other.accelerometer { roles.insert(.accelerometer) }
    return roles
  }
}
