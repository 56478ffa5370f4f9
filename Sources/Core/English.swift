extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera

    // Button, light and buzzer

    // Accelerometer

    // Console

    // Store
    case storeBusy = "store.busy"
    case storeDamaged = "store.damaged"
    case storeDenied = "store.denied"
    case storeFailed = "store.failed"
    case storeFull = "store.full"
    case storeInUse = "store.inUse"
    case storeMediumFailed = "store.mediumFailed"
    case storeMissing = "store.missing"
    case storeNewer = "store.newer"
    case storeReadOnly = "store.readOnly"
    case orphanAdopted = "store.orphanAdopted"
    case orphanRemoved = "store.orphanRemoved"
    case orphanUnknown = "store.orphanUnknown"
    case unsortedThing = "store.unsortedThing"

    // Configuration

    // Capture and shutter
    case photoStored = "photo.stored"

    /// The sentence in English, with `{1}`, `{2}` where the values go.
    public var english: String {
      switch self {
      // Camera

      // Button, light and buzzer

      // Accelerometer

      // Console

      // Store
      case .storeBusy:
        "Another program has locked the database {1}. Close that program, then try again."
      case .storeDamaged:
        "The database {1} is damaged: {2}. Nothing was deleted. Keep a copy of it, then mend it with 'sqlite3 {1} .recover', or move it aside: the pictures in evidence/ are then taken over into a new one."
      case .storeDenied:
        "This user may not use {1}: {2}. Run exhibit as the user who owns the store, or give the store to this one with 'chown -R'."
      case .storeFailed:
        "{1} could not be used: {2}. Check the folder that 'store' in the configuration, or --store, names."
      case .storeFull:
        "The disk is full: {1} could not be written. Delete or move away what is not needed there, or fit a larger card."
      case .storeInUse:
        "Another exhibit is writing to the store {1}. Stop it, for example with 'systemctl stop exhibit', or use another store."
      case .storeMediumFailed:
        "The disk failed while {1} was read or written: {2}. Look at 'dmesg', save what is on the disk and replace it."
      case .storeMissing:
        "There is no store in {1}. Name its folder with --store, or make one by starting 'exhibit run'."
      case .storeNewer:
        "The database {1} was written by a newer exhibit: it has version {2}, and this program knows {3}. Update exhibit."
      case .storeReadOnly:
        "{1} can't be written because its file system is read-only. Look at 'dmesg' for disk errors, then mount it for writing or replace the card."
      case .orphanAdopted:
        "Photo {1} was complete, but a power cut came before its row: it is now in the database."
      case .orphanRemoved:
        "Removed {1}: a power cut came before it was complete."
      case .orphanUnknown:
        "{1} is not one of this store's files; it was left as it is."
      case .unsortedThing: "Unsorted"

      // Configuration

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
