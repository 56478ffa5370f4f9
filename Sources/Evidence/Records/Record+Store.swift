import Core

/// Store, device and program.
extension Record.Kind {
  static let ofStore = [storeCreated, deviceChanged, historyResumed]
  static let ofProgram = [
    programStarted, programStopped, storeReopened, storeRebuilt, storeReset, configurationChanged,
    clockTold, clockSynchronised,
  ]

  static let storeCreated = Record.Kind(
    "store.created", "the store begins; the first record, and no other",
    [.text("store", "its id")] + device + [
      .text("program", "its version").orNull, .count("schema", "the version of the tables"),
      RecordMember.text("former", "the id of the store that its device had before").orNone,
      RecordMember.text("reason", "`lost`: a person said that the former one is").orNone,
    ], [noteStore, noteDevice], where: isDeviceRight)
  static let deviceChanged = Record.Kind(
    "device.changed", "another device, or another key of the same, goes on with the store",
    device + [
      RecordMember.text(
        "endorsement",
        "the word of the key before, where its holder gave it: see [device](#records)"
      ).orNone
    ], [noteDevice], where: isDeviceRight)
  static let historyResumed = Record.Kind(
    "history.resumed",
    "the store is not as the device wrote it, such as an older copy: it goes on from there",
    [
      .text("seen", "the head that the device had remembered"),
      .text("boot_id", "in which boot"), .text("head", "the store's, of the record before"),
    ],
    where: { payload in
      ["seen", "head"].allSatisfy { name in
        payload.text(name).map { Head($0)?.text == $0 } ?? false
      }
    })
  static let programStarted = Record.Kind(
    "program.started", "a program has begun to write to the store",
    [
      .text("program", "its version"), .text("configuration", "SHA-256 of its settings").orNull,
      .utcOffset,
    ], [noteOffset], where: isOffsetPossible)
  static let programStopped = Record.Kind(
    "program.stopped", "it ends in good order",
    [.flag("shutdown", "whether because a person wants the board shut down")])
  static let storeReopened = Record.Kind(
    "store.reopened", "the same program opened the store again, after a failure")
  static let storeRebuilt = Record.Kind(
    "store.rebuilt", "the database was made anew from the records before this one",
    [
      RecordMember(
        "lost", .objects,
        """
        numbers of records that damage took, `first` to `last` each, which is null where nobody knows how many there were; \
        null: nothing was lost. The records from the first on are others now
        """
      ).orNull.orNone,
      .text("head", "of the history that they were in, the latest that is known").orNull.orNone,
    ], where: LostRecords.arePossible)
  static let storeReset = Record.Kind(
    "store.reset",
    "the database was made anew from the default, with all records before this one carried over",
    [], [dropSettings])
  static let configurationChanged = Record.Kind(
    "configuration.changed", "the configuration was read again, and is another",
    [.text("configuration")])
  static let clockTold = Record.Kind(
    "clock.told", "a person told the time",
    [.text("previous", "on whose word it was before"), .utcOffset], [noteOffset],
    where: isOffsetPossible)
  static let clockSynchronised = Record.Kind(
    "clock.synchronised", "a time server told it", [.text("previous"), .utcOffset], [noteOffset],
    where: isOffsetPossible)

  /// No place has ever been so far from UTC; zoneinfo's own limit is a day.
  private static let utcOffsets = -64_800...64_800

  static let isOffsetPossible: @Sendable (JSON) -> Bool = { payload in
    payload.member("utc_offset")?.asInteger.map(utcOffsets.contains) ?? true
  }

  private static let device: [RecordMember] = [
    .object("device"), .text("device.id"), .digest("device.public_key"),
  ]

  /// Whether the device that a payload names has the id that follows from its key.
  private static let isDeviceRight: @Sendable (JSON) -> Bool = { payload in
    let device = payload.member("device")
    guard let key = PublicKey(hexadecimal: device?.text("public_key") ?? "") else { return false }
    return key.deviceID == device?.text("id")
  }

  /// Notes the distance of the place from UTC from here on.
  private static let noteOffset = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'utc_offset', payload ->> 'utc_offset' FROM told
    WHERE payload ->> 'utc_offset' IS NOT NULL
    """
  /// Seconds east of UTC for whatever a record tells of, in SQL; null where nobody noted them.
  static let utcOffset = "(SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'utc_offset')"
  /// Whose store it is.
  private static let noteStore = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'store', payload ->> 'store' FROM told
    """
  private static let noteDevice = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'device_key', payload ->> '$.device.public_key' FROM told
    """
}

extension Record {
  /// The store `id` begins to exist, on the device that has `key`, and had the store `former` before.
  static func storeCreated(
    _ id: String, by key: PublicKey, after former: FormerStore?, version: String?
  ) -> Record {
    let members: [(String, JSON)] = [
      ("store", .string(id)), ("device", device(key)), ("program", .optional(version)),
      ("schema", .integer(Schema.version)),
    ]
    return Record(.storeCreated, members + (former?.members ?? []))
  }

  /// From here on the records are made, and signed, by another device: that with `key`, for which `endorsement` is the
  /// word of the key before.
  static func deviceChanged(to key: PublicKey, by endorsement: String? = nil) -> Record {
    let word = endorsement.map { [("endorsement", JSON.string($0))] } ?? []
    return Record(.deviceChanged, [("device", device(key))] + word)
  }

  /// The store goes on though it is not what the device had remembered in the boot `bootID`.
  static func historyResumed(_ resumption: Resumption, in bootID: String) -> Record {
    Record(
      .historyResumed,
      [
        ("seen", .string(resumption.seen)), ("boot_id", .string(bootID)),
        ("head", .string(resumption.head)),
      ])
  }

  /// The database was made anew; nothing was lost but what is in `lost`.
  static func storeRebuilt(_ lost: LostRecords?) -> Record {
    Record(.storeRebuilt, lost?.members ?? [("lost", .null), ("head", .null)])
  }

  /// The program has begun to write to the store at the moment `now`.
  static func programStarted(_ program: ProgramFacts, at now: Moment) -> Record {
    Record(
      .programStarted,
      [
        ("program", .string(program.version)),
        ("configuration", .optional(program.configurationDigest)),
      ] + utcOffset(now))
  }

  /// How far from UTC it was at the moment `now`, where that is known.
  static func utcOffset(_ now: Moment) -> [(String, JSON)] {
    now.utcOffset.map { [("utc_offset", .integer($0))] } ?? []
  }

  private static func device(_ key: PublicKey) -> JSON {
    .object([("id", .string(key.deviceID)), ("public_key", .string(key.hexadecimal))])
  }
}

extension FormerStore {
  /// What the first record of the next one says of it.
  fileprivate var members: [(String, JSON)] {
    [("former", .string(id))] + (isCalledLost ? [("reason", .string("lost"))] : [])
  }
}

/// What is known of the program that writes to a store.
package struct ProgramFacts: Hashable, Sendable {
  /// Its version.
  package let version: String
  /// The SHA-256 of its configuration in hexadecimal; nil where it has none.
  package let configurationDigest: String?

  /// The program of this `version`, configured so.
  package init(version: String, configurationDigest: String? = nil) {
    self.version = version
    self.configurationDigest = configurationDigest
  }
}
