import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// The renewal of a key on a medium that forgets, whatever call it fails or loses its power in.
@Suite struct KeyMediumTests: EachCallFails {
  func run(_ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int) throws -> Bool {
    let trial = try MediumTrial(seed: seed)
    let (medium, now) = (trial.medium, MediumTrial.moment("first"))
    do { _ = try Store(trial.setup, at: now) }
    let old = try #require(try DeviceFolder(medium.device).storedKey()).publicKey
    var new: PublicKey?
    do throws(Failure) {
      let store = try Store(trial.setup, at: now, reopenedWith: Doubts())
      medium.fail(fault, after: calls)
      new = try store.renewKey(in: DeviceFolder(medium.device, on: medium), at: now)
    } catch {}
    let (hasFailed, boot) = trial.end(isCut: isCut)
    try check(trial, boot, old, new, "\(fault) after \(calls) calls, \(isCut), \(seed)")
    return hasFailed
  }

  /// The store goes on by the old key or by one for which that vouches; by which, whoever was told of it knows.
  private func check(
    _ trial: MediumTrial, _ boot: String, _ old: PublicKey, _ new: PublicKey?, _ words: Comment
  ) throws {
    let medium = trial.medium
    let device: PublicKey
    do { device = try Store(trial.setup, at: MediumTrial.moment(boot)).device }
    if let new { #expect(device == new, words) }
    let verification = try Verification(ofStoreIn: medium.store, Trust())
    #expect(verification.isGood, words)
    let isNew = device != old
    #expect(verification.signers.map(\.key) == (isNew ? [old, device] : [old]), words)
    #expect(verification.signers.map(\.isEndorsed) == (isNew ? [nil, true] : [nil]), words)
    let names = try Folder.names(in: medium.device).filter { $0.hasPrefix("key") }
    #expect(Set(names).isSubset(of: ["key.lock", "key.pem", "key.pem.new"]), words)
  }

  @Test func thePowerMayGoOffInEachCall() throws { try cutPower(states: 4, moreThan: 15) }

  @Test(arguments: [MediumFault.lost, .unnamed, .broken, .short, .full, .readOnly])
  func eachCallMayFail(fault: MediumFault) throws { try fail(fault) }
}
