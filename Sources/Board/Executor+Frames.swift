import Core
import Imaging

/// What is done with the frames that the camera lends: they are looked at, kept and stored.
extension Executor where Devices: ~Copyable {
  /// A frame that can't be looked at has not changed.
  mutating func look() {
    let found = try? devices.withFrame(nil) { frame throws(Failure) -> SceneChange? in
      try? scene.change(in: frame.bytes, frame.layout)
    }
    let change = (found ?? nil) ?? .none
    news.add(.camera(.sceneChanged(by: change.part, at: change.movement)))
  }

  /// A frame that can't be looked at is none.
  mutating func describe() {
    let facts = try? devices.withFrame(nil) { frame throws(Failure) -> PictureFacts? in
      try? measure.facts(in: frame.bytes, frame.layout)
    }
    news.add(.camera(.described(facts ?? nil)))
  }

  mutating func keep(_ shot: Shot) {
    do throws(Failure) {
      let kept: Void? = try devices.withFrame(shot.frame.sequence) { frame throws(Failure) in
        try photos.keep(frame, for: shot.id)
      }
      guard kept != nil else { throw Failure(.camera, .frameGone) }
      news.add(.photo(.kept(shot.id)))
    } catch {
      news.add(.photo(.failed(shot.id, error)))
    }
  }

  mutating func store(_ shot: Shot) {
    let began = devices.now
    do throws(Failure) {
      let taken = moment(of: shot.actual)
      let piece = try photos.insert(
        shot, taken: taken, isUnderVoltage: devices.isUnderVoltage(), into: store, at: present)
      news.add(.photo(.stored(shot.id, piece, after: devices.now - began)))
    } catch {
      news.add(.photo(.failed(shot.id, error)))
    }
  }
}
