/// Something at a camera that takes its time, as all does at one that hangs.
package struct CameraDelay: Hashable, Sendable {
  /// After so long nobody waits any more: what was asked for fails.
  package static let patience = Duration.seconds(10)
  /// From here on it is worth a word.
  package static let noticeable = Duration.seconds(1)

  /// What is being done.
  package enum Work: String, CaseIterable, Hashable, Sendable {
    case opening, closing, asking
  }

  /// The camera's node, or what it is called in the configuration.
  package let camera: String
  /// What is being done at it.
  package let work: Work
  /// For how long so far.
  package let time: Duration

  /// `work` at `camera`, which has taken `time` so far.
  package init(_ work: Work, at camera: String, for time: Duration) {
    self.camera = camera
    self.work = work
    self.time = time
  }

  /// A sentence for people.
  package var phrase: Phrase {
    let seconds = Int(time.inSeconds)
    return switch work {
    case .opening:
      Phrase("camera.delay.opening", "\(camera) is being opened, for \(seconds) s so far.")
    case .closing:
      Phrase("camera.delay.closing", "\(camera) is being closed, for \(seconds) s so far.")
    case .asking:
      Phrase("camera.delay.asking", "\(camera) was asked \(seconds) s ago and has not answered.")
    }
  }

  /// The same for programs.
  package var json: JSON {
    .object([
      ("camera", .string(camera)), ("work", .string(work.rawValue)),
      ("seconds", .number(time.inSeconds)),
    ])
  }
}
