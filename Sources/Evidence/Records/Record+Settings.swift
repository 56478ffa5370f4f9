import Core

/// Settings that people keep.
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
}

extension Sums {
  /// What the names of kept settings begin with, beside what else the store notes of itself.
  static let settingPrefix = "set."

  static let dropSetting = """
    DELETE FROM settings WHERE name = (
      SELECT '\(settingPrefix)' || (payload ->> 'name') FROM records WHERE sequence = ?1)
    """
  static let addSetting = """
    INSERT INTO settings (name, value)
    SELECT '\(settingPrefix)' || (payload ->> 'name'), payload ->> 'value' FROM records
    WHERE sequence = ?1 AND payload ->> 'value' IS NOT NULL
    """
  /// The record of each setting that is kept, as it was made.
  static let keptSettings = """
    SELECT (SELECT payload FROM records
      WHERE kind = 'setting.kept' AND '\(settingPrefix)' || (payload ->> 'name') = settings.name
      ORDER BY sequence DESC LIMIT 1)
    FROM settings WHERE substr(name, 1, \(settingPrefix.utf8.count)) = '\(settingPrefix)'
    ORDER BY name
    """
  /// A reset forgets them all; what is to be kept is recorded again behind it.
  static let dropSettings = """
    DELETE FROM settings WHERE substr(name, 1, \(settingPrefix.utf8.count)) = '\(settingPrefix)'
    """
}

extension Payload {
  /// What is to be known of a kept setting, whose members are of these JSON types; nil where one is not what it has
  /// to be.
  static func ofSetting(
    _ name: String?, _ value: String?, _ requester: String?
  ) -> Payload? {
    guard name == "text", value == "text" || value == "null", requester == "text" else {
      return nil
    }
    return Payload()
  }
}
