import Core

/// One change of the store: the truth, of which every other table is only the sum.
///
/// Kinds and payloads are part of the published format: what is here once is never changed, a payload that
/// needs other members gets a higher version.
struct Record {
  /// What changed; the raw value is what the table says.
  enum Kind: String, CaseIterable {
    case storeCreated = "store.created"
    case deviceChanged = "device.changed"
    case programStarted = "program.started"
    case programStopped = "program.stopped"
    case storeReopened = "store.reopened"
    case storeRebuilt = "store.rebuilt"
    case storeReset = "store.reset"
    case configurationChanged = "configuration.changed"
    case settingChanged = "setting.changed"
    case settingKept = "setting.kept"
    case clockTold = "clock.told"
    case clockSynchronised = "clock.synchronised"
    case thingCreated = "thing.created"
    case thingUsed = "thing.used"
    case thingChanged = "thing.changed"
    case thingDeleted = "thing.deleted"
    case cameraOpened = "camera.opened"
    case captureGap = "capture.gap"
    case photoStored = "photo.stored"
    case photoFailed = "photo.failed"
    case clipStored = "clip.stored"
    case clipRecovered = "clip.recovered"
    case requestImported = "request.imported"
    case requestChanged = "request.changed"
    case checklistChanged = "checklist.changed"
    case pieceBegun = "piece.begun"
    case pieceAdopted = "piece.adopted"
    case pieceImported = "piece.imported"
    case recordsKept = "records.kept"
    case thingRestored = "thing.restored"
    case requestRestored = "request.restored"
    case pieceRestored = "piece.restored"
    case pieceDeleted = "piece.deleted"
    case pieceUndeleted = "piece.undeleted"
    case pieceLocked = "piece.locked"
    case pieceTitled = "piece.titled"
    case pieceDecided = "piece.decided"
    case pieceOptions = "piece.options"
    case optionConfirmed = "option.confirmed"
    case optionDenied = "option.denied"
    case pieceExported = "piece.exported"
    case piecePurged = "piece.purged"
    case changeUndone = "change.undone"
    case numberSpent = "number.spent"
    case fileRejected = "file.rejected"
    case fileMissing = "file.missing"
    case fileAltered = "file.altered"
    case fileFound = "file.found"
  }

  /// Version of the payloads written here; a reader looks at the version in the record.
  static let version = 1

  let kind: Kind
  let payload: CanonicalJSON

  init(_ kind: Kind, _ members: [(String, JSON)] = []) {
    self.kind = kind
    payload = CanonicalJSON(.object(members))
  }

  init(_ kind: Kind, _ payload: CanonicalJSON) {
    self.kind = kind
    self.payload = payload
  }
}

/// Store, device and program.
extension Record {
  /// The store `id` begins to exist, on the device that has `key`.
  static func storeCreated(_ id: String, by key: PublicKey, version: String?) -> Record {
    Record(
      .storeCreated,
      [
        ("store", .string(id)), ("device", device(key)), ("program", .optional(version)),
        ("schema", .integer(Schema.version)),
      ])
  }

  /// From here on the records are made, and signed, by another device: that with `key`.
  static func deviceChanged(to key: PublicKey) -> Record {
    Record(.deviceChanged, [("device", device(key))])
  }

  /// The program has begun to write to the store.
  static func programStarted(_ program: ProgramFacts) -> Record {
    Record(
      .programStarted,
      [
        ("program", .string(program.version)),
        ("configuration", .optional(program.configurationDigest)),
      ])
  }

  private static func device(_ key: PublicKey) -> JSON {
    .object([("id", .string(key.deviceID)), ("public_key", .string(key.hexadecimal))])
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
