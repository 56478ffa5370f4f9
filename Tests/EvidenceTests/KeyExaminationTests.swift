import Core
import Glibc
import Testing

@testable import Evidence

@Suite struct KeyExaminationTests {
  private let folder = TemporaryFolder()

  private var device: String { "\(folder.path)/device" }
  private var key: String { "\(device)/key.pem" }
  private var half: String { "\(device)/public.pem" }
  private var found: KeyExamination { KeyExamination(of: device) }

  @Test func aDeviceThatNeverHadAKeyGetsNone() {
    #expect(found == .absent)
    #expect(folder.facts("device").st_mode == 0)
  }

  @Test func aKeyThatIsWholeIsNamedByItsID() throws {
    let id = try DeviceFolder(device).key().publicKey.deviceID
    #expect(found == .good(id: id))
  }

  @Test func aKeyThatIsGoneIsLostAndNotAbsent() throws {
    _ = try DeviceFolder(device).key()
    unlink(key)
    #expect(found == .lost(key))
  }

  @Test(arguments: [mode_t(0o640), 0o604, 0o620])
  func aKeyThatOthersMayUseIsExposed(mode: mode_t) throws {
    _ = try DeviceFolder(device).key()
    chmod(key, mode)
    #expect(found == .exposed(key, mode: mode))
  }

  @Test func aFileThatIsNoKeyIsDamaged() throws {
    _ = try DeviceFolder(device).key()
    truncate(key, 40)
    #expect(found == .damaged(key))
  }

  @Test func anotherDevicesPublicHalfAndNoneAreMismatched() throws {
    _ = try DeviceFolder(device).key()
    let other = TemporaryFolder()
    _ = try DeviceFolder(other.path).key()
    try folder.write(try #require(other.read("public.pem")), as: "device/public.pem")
    #expect(found == .mismatched(half))
    unlink(half)
    #expect(found == .mismatched(half))
  }

  @Test func aFolderInPlaceOfTheKeyCannotBeRead() throws {
    mkdir(device, 0o700)
    mkdir(key, 0o700)
    #expect(found == .unreadable(key, reason: "Is a directory"))
  }
}

@Suite struct AttributeTrialTests {
  @Test func aFolderThatIsNotThereRefusesAndOneThatIsKeepsNothing() {
    #expect(AttributeTrial.refusal(in: "/nonexistent")?.code == ENOENT)
    let folder = TemporaryFolder()
    _ = AttributeTrial.refusal(in: folder.path)
    // Only an empty folder can be removed.
    #expect(rmdir(folder.path) == 0)
  }

  @Test func aFileSystemWithoutAttributesRefusesWithItsReason() {
    #expect(AttributeTrial.refusal(in: "/proc/self") != nil)
  }
}
