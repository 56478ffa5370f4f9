import CSQLite

/// Another program's lock on the store's database: a transaction that it has begun and does not end.
///
/// Its end ends the transaction too.
struct DatabaseLock: ~Copyable {
  private let handle: OpaquePointer

  /// Locks the database of the store on `medium`; nil where there is none, or somebody has it locked.
  init?(on medium: ForgetfulMedium) {
    var opened: OpaquePointer?
    let path = "\(medium.store)/exhibit.sqlite"
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, medium.databaseVFS)
    let isOpen = code == SQLITE_OK
    guard let opened, isOpen,
      sqlite3_exec(opened, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else {
      sqlite3_close_v2(opened)
      return nil
    }
    handle = opened
  }

  deinit {
    sqlite3_close_v2(handle)
  }
}
