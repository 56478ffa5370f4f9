import Core

/// Everything that can be set from outside, checked.
///
/// Each key is declared in one line, by `read`: with its kind, which has type, unit and range, the property that
/// it fills, whose value is the default, and what it is for.
package struct Configuration: Sendable {
  /// The devices, the store and the consoles.
  package var plan = BoardPlan()
  /// What the machine does.
  package var settings = Settings()
  /// The board's name, where one is named.
  package var board: String?
  /// The name of the language that people at consoles and readers of the log are spoken to in.
  package var language = Configuration.ownLanguage
  /// Every key with the value that counts and the place it comes from.
  package private(set) var entries: [Setting] = []

  /// The language of the sentences as they are in the program.
  package static let ownLanguage = "en"
  /// Sections that other parts of the program will read.
  static let laterSections = ["sync"]

  /// The configuration in `files`, the strongest first.
  ///
  /// - Parameters:
  ///   - purpose: with another than `use`, what is not there may be anywhere.
  ///   - known: what is wrong with the files as is known before; it is thrown with the rest.
  init(
    _ files: [Document], for purpose: Reader.Purpose = .use, known: [ConfigurationError] = []
  ) throws(ConfigurationErrors) {
    var reader = Reader(files, for: purpose)
    readAll(&reader)
    try reader.finish(with: known)
  }

  /// Every section and key, in the order in which people are told of them.
  static var reference: [SectionReference] {
    var (reader, configuration) = (Reader([], for: .reference), Configuration())
    configuration.readAll(&reader)
    return reader.reference
  }

  /// All defaults, no devices.
  private init() {}

  private mutating func readAll(_ reader: inout Reader) {
    reader.read(
      "board", .name, into: &board, like: "generic",
      """
      The board, whose own file says how it is wired: boards/NAME/board.toml beside this file, or \
      \(Configuration.systemBoards)/NAME/board.toml.
      """)
    reader.read(
      "store", .path(), into: &plan.store,
      "The folder of photos and database, on a file system that can flush.")
    reader.read(
      "language", .name, into: &language,
      "What people are spoken to in: \"en\", \"de\" or another language of the default database.")
    settings.language = language
    readIdentity(&reader)
    readDevices(&reader)
    readBehaviour(&reader)
    readAnalysers(&reader)
    for section in Configuration.laterSections { reader.ignore(section) }
    entries = reader.settings
  }

  private mutating func readIdentity(_ reader: inout Reader) {
    reader.section("device", "By what this device is told from others.")
    reader.read(
      "name", .title, into: &settings.deviceName, like: "Front door",
      "What you call it; status and the console's greeting say it beside its id.")
    reader.read(
      "folder", .path(), into: &plan.device,
      """
      The folder of the key that gives the device its id and signs its records, apart from the store.
      """)
  }
}
