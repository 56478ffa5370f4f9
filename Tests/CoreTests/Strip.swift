@testable import Core

/// An indicator that is woken at its own deadlines only, and what its outputs did meanwhile.
struct Strip {
  var indicator = Indicator()
  var situation: Situation
  var constraint = Indicator.Constraint.free
  private(set) var now = Instant.at(0)
  private(set) var light = Course()
  private(set) var buzzer = Course()

  /// The lengths in milliseconds of on and, negative, off.
  struct Course {
    private(set) var runs: [Int] = []
    private var isOn = false
    private var since = Instant.at(0)

    mutating func follow(_ output: Bool, at now: Instant) {
      guard output != isOn else { return }
      end(at: now)
      isOn = output
    }

    mutating func end(at now: Instant) {
      let milliseconds = Int(((now - since).nanoseconds + 500_000) / 1_000_000)
      if milliseconds > 0 { runs.append(isOn ? milliseconds : -milliseconds) }
      since = now
    }
  }

  init(_ situation: Situation) {
    self.situation = situation
  }

  /// Lets `milliseconds` pass; what is to be shown changes before they begin.
  mutating func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    update()
    for _ in 0..<1000 {
      guard let deadline = indicator.deadline, deadline < end else { break }
      now = deadline
      update()
    }
    now = end
  }

  /// What the light did until now.
  var lightRuns: [Int] { ended(light) }
  /// What the buzzer did until now.
  var buzzerRuns: [Int] { ended(buzzer) }

  private mutating func update() {
    indicator.update(situation, constraint, at: now)
    light.follow(indicator.light, at: now)
    buzzer.follow(indicator.buzzer, at: now)
  }

  private func ended(_ course: Course) -> [Int] {
    var course = course
    course.end(at: now)
    return course.runs
  }
}
