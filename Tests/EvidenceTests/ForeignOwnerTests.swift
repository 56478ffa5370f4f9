import Core
import Glibc
import System
import Testing

@testable import Evidence

@_silgen_name("setfsuid") private func setFileUser(_ user: uid_t) -> Int32

/// Runs `body` without root's rights to files, of this thread alone; as the user `nobody` where this is root.
private func asPlainUser<Answer>(
  _ body: () throws(Failure) -> Answer
) throws(Failure) -> Answer {
  guard geteuid() == 0 else { return try body() }
  _ = setFileUser(nobody)
  defer { _ = setFileUser(0) }
  return try body()
}

private let nobody: uid_t = 65534

/// A store of the user who asks, as far as a test gives nothing of it to somebody else.
private final class PlainStore {
  let folder = TemporaryFolder()

  init() throws {
    var store = try folder.open()
    _ = try store.insert("one")
    give(folder.path)
  }

  deinit {
    // Whoever may not list a folder can't empty it.
    for file in ["", "/evidence", "/evidence/000"] { chmod(folder.path + file, 0o700) }
  }

  /// The failure of opening it for writing, by somebody without root's rights.
  func failure() -> Failure? {
    EvidenceTests.failure { () throws(Failure) in
      try asPlainUser { () throws(Failure) in _ = try folder.open() }
    }
  }

  private func give(_ path: String) {
    guard geteuid() == 0 else { return }
    lchown(path, nobody, nobody)
    for name in (try? Folder.names(in: path)) ?? [] { give("\(path)/\(name)") }
  }
}

@Suite struct ForeignOwnerTests {
  @Test func aStoreOfOnesOwnIsOpened() throws {
    #expect(try PlainStore().failure() == nil)
  }

  @Test(arguments: ["evidence", "exhibit.sqlite", "device/key.pem"])
  func whatMayNotBeUsedIsNamedWithTheFix(name: String) throws {
    let store = try PlainStore()
    chmod("\(store.folder.path)/\(name)", 0)
    try expectDenial(store.failure(), of: name, in: store)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root gives files away"),
    arguments: ["exhibit.sqlite", "exhibit.sqlite-wal", "exhibit.sqlite-shm"])
  func whatBelongsToSomebodyElseIsNamedAndLeft(name: String) throws {
    let store = try PlainStore()
    let path = "\(store.folder.path)/\(name)"
    if access(path, F_OK) != 0 { close(creat(path, 0o640)) }
    chown(path, 0, 0)
    let size = store.folder.facts(name).st_size
    try expectDenial(store.failure(), of: name, in: store)
    #expect(store.folder.facts(name).st_uid == 0 && store.folder.facts(name).st_size == size)
  }

  /// It costs the rest of its numbers, and no photo.
  @Test(arguments: [0, 0o300, 0o500])
  func photosGoOnBehindAFolderThatMayNotBeUsed(mode: mode_t) throws {
    let store = try PlainStore()
    chmod("\(store.folder.path)/evidence/000", mode)
    try asPlainUser { () throws(Failure) in
      var open = try store.folder.open()
      let told = try open.recover(at: .sample())
      #expect(told.map(\.key) == ["store.folder-passed"])
      #expect(told.first?.english.contains("\(store.folder.path)/evidence/000:") == true)
      let numbers = [try open.insert("two").number, try open.insert("three").number]
      #expect(numbers == [1000, 1001])
    }
    chmod("\(store.folder.path)/evidence/000", 0o750)
    #expect(try store.folder.flaws() == [])
  }

  @Test func aFolderInWhichNoneCanBeMadeTakesNoPhoto() throws {
    let store = try PlainStore()
    chmod("\(store.folder.path)/evidence/000", 0o500)
    chmod("\(store.folder.path)/evidence", 0o500)
    let failure = failure { () throws(Failure) in
      try asPlainUser { () throws(Failure) in
        var open = try store.folder.open()
        _ = try open.insert("two")
      }
    }
    try expectDenial(failure, of: "evidence/000", in: store)
  }

  private func expectDenial(_ failure: Failure?, of name: String, in store: PlainStore) throws {
    let phrase = try #require(failure?.phrase)
    #expect(phrase.key == "store.denied" && phrase.english.contains("'chown -R'"))
    #expect(phrase.english.contains("\(store.folder.path)/\(name)"))
  }

  @Test func aPictureThatMayNotBeReadIsToldOfAndLeft() throws {
    let store = try PlainStore()
    try store.folder.write(picture("two"), as: "evidence/000/000002.jpg")
    try store.folder.write(picture("crop"), as: "evidence/000/000002-crop.jpg")
    let path = "\(store.folder.path)/evidence/000/000002.jpg"
    chmod(path, 0)
    if geteuid() == 0 { chown(path, 0, 0) }
    try asPlainUser { () throws(Failure) in
      var open = try store.folder.open()
      #expect(try open.recover(at: .sample()).map(\.key) == ["store.file-unreadable"])
      #expect(try open.insert("three").number == 3)
    }
    // It may be that of the picture.
    #expect(store.folder.read("evidence/000/000002-crop.jpg") == picture("crop"))
    #expect(store.folder.facts("evidence/000/000002.jpg").st_size == picture("two").count)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives folders away"))
  func aFolderOfSomebodyElsesThatAllMayWriteIsAStore() throws {
    let store = try PlainStore()
    for name in ["", "/evidence", "/evidence/000"] {
      chown(store.folder.path + name, 1, 1)
      chmod(store.folder.path + name, 0o777)
    }
    try asPlainUser { () throws(Failure) in
      var open = try store.folder.open()
      #expect(try open.insert("two").number == 2)
    }
  }
}
