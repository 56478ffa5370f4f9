import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct KeyRenewalTests {
  private let folder = TemporaryFolder()

  private var device: DeviceFolder { DeviceFolder("\(folder.path)/device") }

  /// A store with a photo, closed again.
  ///
  /// - Returns: its id.
  @discardableResult
  private func fill() throws -> String {
    var store = try folder.open()
    _ = try store.insert("one")
    return store.storeID
  }

  private func renew() throws(Failure) -> KeyRenewal {
    try KeyRenewal(of: folder.setup, at: .sample(20))
  }

  /// What a verification says of who vouches for whom.
  private func endorsed() throws -> [Bool?] {
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.isGood)
    return verification.signers.map(\.isEndorsed)
  }

  /// The file in which a key waits for a record of the store `id`.
  private func waiting(_ id: String) -> String { "device/key-\(id).pem" }

  @Test func theOldKeyVouchesForTheNewOneAndIsGone() throws {
    let id = try fill()
    let old = try #require(try device.storedKey())
    let renewal = try renew()
    #expect(renewal.previous == old.publicKey && renewal.key != old.publicKey)
    #expect(try device.storedKey()?.publicKey == renewal.key)
    #expect(try device.publicKey() == renewal.key)
    #expect(folder.facts("device/key.pem").st_mode & 0o777 == 0o600)
    #expect(folder.facts(waiting(id)).st_mode == 0)
    #expect(try endorsed() == [nil, true])
  }

  @Test func whileAFolderCannotBeReadTheOldKeyStays() throws {
    try fill()
    let setup = {
      var setup = self.folder.setup
      setup.medium = FailingMedium(failing: .list(of: "\(self.folder.path)/evidence/000"))
      return setup
    }()
    let refusal = failure { () throws(Failure) in _ = try KeyRenewal(of: setup, at: .sample(20)) }
    #expect(refusal?.phrase.key == "key.waits")
    #expect(try endorsed() == [nil])
    _ = try renew()
    #expect(try endorsed() == [nil, true])
  }

  @Test func theStoreGoesOnByTheNewKey() throws {
    try fill()
    let key = try renew().key
    var store = try folder.open(at: .sample(30))
    _ = try store.insert("two")
    #expect(store.device == key)
    #expect(try store.kinds().suffix(3) == ["device.changed", "program.started", "photo.stored"])
    #expect(try endorsed() == [nil, true])
  }

  @Test func aKeyIsRenewedAgainAndAgain() throws {
    try fill()
    for _ in 0..<3 { _ = try renew() }
    #expect(try endorsed() == [nil, true, true, true])
  }

  @Test func nobodyVouchesForAnotherDevice() throws {
    try fill()
    unlink("\(folder.path)/device/key.pem")
    _ = try folder.open(at: .sample(30))
    #expect(try endorsed() == [nil, false])
  }

  @Test func aWordForAnotherPlaceIsAFlaw() throws {
    try fill()
    let (old, new) = (try #require(try device.storedKey()), DeviceKey.random())
    var store = try folder.open(at: .sample(20))
    let word = Chain.message(of: new.publicKey, in: store.storeID, after: Chain.beginning)
    try store.append(
      [.deviceChanged(to: new.publicKey, by: old.signature(of: word))], at: .sample(20))
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.signers.map(\.isEndorsed) == [nil, false])
    #expect(verification.flaws.flatMap(\.kept).map(\.kind).contains(.endorsementBad))
  }

  @Test func aKeyWithoutARecordIsDropped() throws {
    let id = try fill()
    let old = try #require(try device.storedKey()).publicKey
    try device.keep(DeviceKey.random(), waitingFor: id)
    let store = try folder.open(at: .sample(30))
    #expect(store.device == old)
    #expect(folder.facts(waiting(id)).st_mode == 0)
    #expect(try endorsed() == [nil])
  }

  /// Power went off between record and rename; a visit finishes it as well as a start.
  @Test(arguments: [false, true])
  func aKeyThatTheRecordsNameIsInstalled(isVisit: Bool) throws {
    let id = try fill()
    let old = try #require(try device.storedKey())
    let new = try renew().key
    try folder.write(try #require(folder.read("device/key.pem")), as: waiting(id))
    try folder.write(Array(old.pem.utf8), as: "device/key.pem")
    var setup = folder.setup
    setup.isVisit = isVisit
    let store = try Store(setup, at: .sample(30))
    #expect(store.device == new)
    #expect(try device.storedKey()?.publicKey == new)
    #expect(try device.publicKey() == new)
    #expect(folder.facts(waiting(id)).st_mode == 0)
    #expect(try endorsed() == [nil, true])
  }

  @Test func aKeyThatWaitsForAnotherStoreIsLeft() throws {
    try fill()
    let other = String(repeating: "a", count: 32)
    try device.keep(DeviceKey.random(), waitingFor: other)
    _ = try folder.open(at: .sample(30))
    #expect(folder.facts(waiting(other)).st_mode != 0)
  }

  @Test func aStoreThatIsWrittenToIsLeft() throws {
    try fill()
    let store = try folder.open(at: .sample(20))
    let failure = failure { () throws(Failure) in _ = try renew() }
    #expect(failure?.phrase == .storeInUse(folder.path))
    #expect(try device.storedKey()?.publicKey == store.device)
  }

  @Test func theStoreOfAnotherDeviceIsLeft() throws {
    try fill()
    let other = TemporaryFolder()
    _ = try DeviceFolder("\(other.path)/device").key()
    let setup = StoreSetup(
      directory: folder.path, device: "\(other.path)/device", program: ProgramFacts(version: "1")
    ) { _ in nil }
    let failure = failure { () throws(Failure) in _ = try KeyRenewal(of: setup, at: .sample(20)) }
    #expect(failure?.phrase.key == "store.key-elsewhere")
    #expect(try endorsed() == [nil])
  }

  @Test func aKeyBehindALinkIsRenewedWhereItIs() throws {
    try fill()
    mkdir("\(folder.path)/stick", 0o700)
    rename("\(folder.path)/device/key.pem", "\(folder.path)/stick/mine")
    symlink("../stick/mine", "\(folder.path)/device/key.pem")
    let key = try renew().key
    #expect(folder.facts("device/key.pem").st_mode & S_IFMT == S_IFLNK)
    #expect(try device.storedKey()?.publicKey == key)
    #expect(try Folder.names(in: "\(folder.path)/stick") == ["mine"])
  }

  /// The old key's word for a file is believed as long as it is the device's.
  @Test func aFileWithoutARecordIsTakenOverBefore() throws {
    try fill()
    do {
      var store = try folder.open(at: .sample(20))
      _ = try store.write(picture("two"), of: .sample(.sample(21)))
    }
    let renewal = try renew()
    #expect(renewal.found.map(\.key) == ["store.photo-adopted"])
    let store = try folder.open(at: .sample(30))
    #expect(
      try store.kinds().suffix(3) == ["piece.adopted", "device.changed", "program.started"])
    #expect(try endorsed() == [nil, true])
  }
}

/// On whose word a key is believed.
@Suite struct TrustTests {
  private static let keys = (0..<4).map { _ in DeviceKey.random().publicKey }

  /// Whose keys the signers have, and who is endorsed.
  private func signers(_ endorsed: [Bool?]) -> [Signer] {
    zip(Self.keys, endorsed).map { Signer(key: $0, isEndorsed: $1, first: 1, last: 1) }
  }

  @Test func aKeyIsKnownByTheOneThatVouchesForIt() {
    var trust = Trust()
    trust.devices = [Self.keys[1].fingerprint]
    let signers = signers([nil, true, true, false])
    #expect(trust.sources(of: signers) == [nil, .named, .endorsed, nil])
    #expect(trust.unnamed(among: signers).map(\.key) == [Self.keys[0], Self.keys[3]])
  }

  @Test func theDevicesOwnKeyMakesTheNextOneKnownAndNotNamed() {
    var trust = Trust()
    trust.ownKey = Self.keys[0]
    let signers = signers([nil, true])
    #expect(trust.sources(of: signers) == [.own, .endorsed])
    #expect(trust.unnamed(among: signers).count == 2)
  }

  @Test func nobodyIsKnownByAKeyThatNobodyKnows() {
    #expect(Trust().sources(of: signers([nil, true, true])) == [nil, nil, nil])
  }
}
