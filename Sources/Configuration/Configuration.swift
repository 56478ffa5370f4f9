import Core

/// Everything that can be set from outside, checked.
///
/// Each key, its type, its range, its unit and its default stand on one line of an `init`.
package struct Configuration: Sendable {
  /// The folder of the evidence and its database.
  package var store: String
  /// The board's name, where one is named.
  package var board: String?
  /// The name of the language that people at consoles and readers of the log are spoken to in.
  package var language: String
  /// Its sentences.
  package internal(set) var sentences = Language.english

  /// The camera; nil where the role is absent, as for every device.
  package var camera: Camera?
  /// The button.
  package var button: Button?
  /// The light, from the section `led`.
  package var light: Output?
  /// The buzzer.
  package var buzzer: Output?
  /// What feels movement.
  package var accelerometer: Accelerometer?

  /// The ways to talk to the program.
  package var console: Console
  /// Countdown and series.
  package var shutter: Shutter
  /// When to pause.
  package var idle: Idle
  /// How hot the board may become.
  package var temperature: Temperature
  /// What the button does.
  package var gestures: Gestures
  /// Whether photos of a subdued camera are as large as others.
  package var isPhotoFull: Bool
  /// Whether the light is dark while a picture is taken.
  package var isDarkForShutter: Bool
  /// Free space under which capture pauses, in megabytes; nil leaves it to the size of the medium.
  package var storageFloorMegabytes: Int?

  /// Every key with the value that counts and the place it comes from.
  package let settings: [Setting]

  /// Sections that other parts of the program will read.
  static let laterSections = ["clip", "hooks", "analyser", "voice", "study", "sync", "faces"]

  /// The configuration in `files`, the strongest first.
  init(_ files: [Document]) throws(ConfigurationErrors) {
    var reader = Reader(files)
    store = reader.value("store", .text(), default: "/var/lib/exhibit")
    board = reader.value("board", .name)
    language = reader.value("language", .name, default: "en")
    camera = Camera(&reader)
    button = Button(&reader)
    light = Output(&reader, in: "led")
    buzzer = Output(&reader, in: "buzzer")
    accelerometer = Accelerometer(&reader)
    console = Console(&reader)
    shutter = Shutter(&reader)
    idle = Idle(&reader)
    temperature = Temperature(&reader)
    gestures = Gestures(&reader)
    reader.section("photo")
    isPhotoFull = reader.value("photo.full", .truth, default: false)
    reader.section("light")
    isDarkForShutter = reader.value("light.dark_for_shutter", .truth, default: true)
    reader.section("storage")
    storageFloorMegabytes = reader.value("storage.floor_mb", .whole(1...1_000_000))
    for section in Configuration.laterSections { reader.ignore(section) }
    settings = reader.settings
    try reader.finish()
  }
}
