import CSQLite

/// Another program at the store's database, after whose visit no commit succeeds until it takes back what
/// it did.
///
/// It adds a rule that every new record breaks and that SQLite holds at COMMIT, so that what fails is the
/// real database, in the real store, at the last moment.
enum VirtualIntruder {
  private static let intrusion = """
    BEGIN;
    CREATE TABLE intrusion (
      thing INTEGER REFERENCES things(number) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER intrusion_breaks AFTER INSERT ON records
      BEGIN INSERT INTO intrusion VALUES (-1); END;
    COMMIT
    """
  private static let retreat = """
    BEGIN; DROP TRIGGER IF EXISTS intrusion_breaks; DROP TABLE IF EXISTS intrusion; COMMIT
    """

  /// Comes to the store in `directory`; there is nothing to be done to one that was never opened, and
  /// coming twice changes nothing.
  static func enter(_ directory: String) {
    execute(intrusion, in: directory)
  }

  /// Takes back what it did, if it was there.
  static func leave(_ directory: String) {
    execute(retreat, in: directory)
  }

  private static func execute(_ sql: String, in directory: String) {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let path = "\(directory)/exhibit.sqlite"
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { return }
    sqlite3_exec(handle, sql, nil, nil, nil)
  }
}
