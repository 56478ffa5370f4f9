/// A course of on and off in time, played once or over and over.
package struct Wave: Hashable, Sendable {
  /// Lengths of on, off, on and so on; after the last comes rest until the period ends.
  private let steps: [Duration]
  /// Nil: played once.
  private let period: Duration?
  /// Whether on and off are exchanged, rest included.
  private let isInverted: Bool

  /// Never on.
  package static let dark = Wave(steps: [], period: nil)
  /// Always on.
  package static let solid = Wave(steps: [], period: nil, isInverted: true)

  /// A course from its steps, which begin with on.
  package init(steps: [Duration], period: Duration?, isInverted: Bool = false) {
    self.steps = steps
    self.period = period
    self.isInverted = isInverted
  }

  /// Marks with pauses between them, once or every `period`.
  package init(_ marks: [Mark], every period: Duration? = nil, isInverted: Bool = false) {
    let steps = marks.flatMap { [$0.length, Mark.pause] }
    self.init(steps: Array(steps.dropLast()), period: period, isInverted: isInverted)
  }

  /// Half on and half off, `perPeriod` being the time of both.
  package static func even(_ perPeriod: Duration) -> Wave {
    Wave(steps: [perPeriod / 2], period: perPeriod)
  }

  /// How long the steps last together.
  package var length: Duration { steps.reduce(.zero, +) }

  /// Whether it is on, `offset` after its beginning, which may be negative if it repeats.
  package func isOn(at offset: Duration) -> Bool {
    var rest = phase(of: offset)
    guard rest >= .zero else { return isInverted }
    for (index, step) in steps.enumerated() {
      if rest < step { return (index % 2 == 0) != isInverted }
      rest -= step
    }
    return isInverted
  }

  /// The first offset after `offset` at which it changes; nil if it never does again.
  package func change(after offset: Duration) -> Duration? {
    guard !steps.isEmpty else { return nil }
    let phase = phase(of: offset)
    guard phase >= .zero else { return .zero }
    var end = Duration.zero
    for step in steps {
      end += step
      if end > phase { return offset + (end - phase) }
    }
    return period.map { offset + ($0 - phase) }
  }

  /// When it turns on, counted from its beginning, in the course of its steps.
  var rises: [Duration] {
    var (end, rises) = (Duration.zero, [Duration]())
    for (index, step) in steps.enumerated() {
      if index % 2 == (isInverted ? 1 : 0) { rises.append(end) }
      end += step
    }
    return rises
  }

  private func phase(of offset: Duration) -> Duration {
    guard let period else { return offset }
    let rest = offset.nanoseconds % period.nanoseconds
    return .nanoseconds(rest < 0 ? rest + period.nanoseconds : rest)
  }
}
