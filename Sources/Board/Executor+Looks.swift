import Core
import Imaging

/// Looks at the newest picture: whether it has changed, and what it is like.
extension Executor where Devices: ~Copyable {
  /// A frame that can't be looked at has not changed.
  mutating func look() {
    let part = try? devices.withFrame(nil) { frame throws(Failure) -> Double? in
      try? scene.change(in: frame.bytes, frame.layout)
    }
    news.add(.camera(.sceneChanged(by: (part ?? nil) ?? 0)))
  }

  /// A frame that can't be looked at is none.
  mutating func describe() {
    let facts = try? devices.withFrame(nil) { frame throws(Failure) -> PictureFacts? in
      try? measure.facts(in: frame.bytes, frame.layout)
    }
    news.add(.camera(.described(facts ?? nil)))
  }
}
