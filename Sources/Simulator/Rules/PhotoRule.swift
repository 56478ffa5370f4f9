import Core
import Evidence
import Imaging
import VirtualDevices

/// A photo is the picture of the frame that was asked for, and says when that was taken.
struct PhotoRule {
  private struct Expectation {
    let shot: Shot
    /// The digest that its picture must have.
    let sha256: String
  }

  private var expected: [Shot.ID: Expectation] = [:]

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .photo(.stored(let id, let piece, _)) = step.event {
      try check(piece, expected.removeValue(forKey: id), evidence)
    }
    for case .photo(.keep(let shot)) in step.effects {
      expected[shot.id] = try expectation(of: shot, step.board.parts.camera)
    }
    if step.machine.storing.isEmpty { expected.removeAll() }
  }

  private func check(
    _ piece: StoredPiece, _ expectation: Expectation?, _ evidence: EvidenceRule
  ) throws(Violation) {
    guard let expectation else {
      throw Violation(Self.self, "photo \(piece.number) was stored, and no frame was kept for it")
    }
    guard piece.sha256 == expectation.sha256 else {
      throw Violation(Self.self, "photo \(piece.number) shows another frame")
    }
    let row = try evidence.read { archive throws(Failure) in try archive.piece(piece.number) }
    let shot = expectation.shot
    guard row?.actual == shot.actual, row?.planned == shot.planned else {
      throw Violation(Self.self, "photo \(piece.number) says another time than that of its frame")
    }
  }

  private func expectation(
    of shot: Shot, _ camera: VirtualCamera
  ) throws(Violation) -> Expectation {
    guard let exposure = camera.exposures.last(where: { $0.frame == shot.frame }) else {
      throw Violation(Self.self, "the frame of shot \(shot.id) was never taken")
    }
    do throws(Failure) {
      let digest = try camera.withPicture(of: exposure) { (bytes, layout) throws(Failure) in
        PhotoRule.digest(of: bytes, layout)
      }
      return Expectation(shot: shot, sha256: digest)
    } catch {
      throw Violation(Self.self, "the picture of shot \(shot.id) can't be made anew")
    }
  }

  /// The digest of the picture as the store gets it; nothing has an empty one.
  private static func digest(of bytes: UnsafeRawBufferPointer, _ layout: FrameLayout) -> String {
    do throws(ImagingError) {
      let encoder = try JPEGEncoder(layout: layout, quality: VirtualCamera.quality)
      return try encoder.encode(bytes) { Digest.of(Array($0)) }
    } catch {
      return ""
    }
  }
}
