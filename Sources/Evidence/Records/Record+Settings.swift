import Core

/// Settings: those of the moment, and those that people keep.
extension Record.Kind {
  static let ofSettings = [settingChanged, settingKept]

  static let settingChanged = Record.Kind(
    "setting.changed", "somebody set something",
    [
      .text("name"), .text("value", "as it is typed; null: as configured again").orNull, .requester,
    ])
  static let settingKept = Record.Kind(
    "setting.kept",
    """
    somebody set something that holds until it is set again, or until a `store.reset`, which forgets all of them; those \
    that are kept over it follow it
    """,
    [
      .text("name", "as at the console, such as `cell`"),
      .text("value", "as it is typed; null: as the program or its configuration has it").orNull,
      .requester,
    ], [dropSetting, addSetting])

  /// What the names of kept settings begin with, beside what else the store notes of itself.
  static let settingPrefix = "set."

  private static let dropSetting = """
    DELETE FROM settings WHERE name = (
      SELECT '\(settingPrefix)' || (payload ->> 'name') FROM told)
    """
  private static let addSetting = """
    INSERT INTO settings (name, value)
    SELECT '\(settingPrefix)' || (payload ->> 'name'), payload ->> 'value' FROM told WHERE payload ->> 'value' IS NOT NULL
    """
  /// A reset forgets them all; what is to be kept is recorded again behind it.
  static let dropSettings = """
    DELETE FROM settings
    WHERE substr(name, 1, \(settingPrefix.utf8.count)) = '\(settingPrefix)'
    """
}

extension Record {
  /// `setting` holds from here on, as `requester` wanted.
  static func settingKept(_ setting: KeptSetting, by requester: Requester) -> Record {
    Record(
      .settingKept,
      [
        ("name", .string(setting.name.rawValue)), ("value", .optional(setting.value)),
        ("requester", .string(requester.name)),
      ])
  }

  /// The record of each setting that is kept, as it was made.
  static let keptSettings = """
    SELECT (SELECT payload FROM records
      WHERE kind = 'setting.kept' AND '\(Kind.settingPrefix)' || (payload ->> 'name') = settings.name
      ORDER BY sequence DESC LIMIT 1)
    FROM settings WHERE substr(name, 1, \(Kind.settingPrefix.utf8.count)) = '\(Kind.settingPrefix)'
    ORDER BY name
    """
}
