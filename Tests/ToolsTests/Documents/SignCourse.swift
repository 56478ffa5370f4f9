@testable import Core

/// When light or buzzer are on from the beginning of a pattern, as the table in `Core/Indicator` has
/// it, and the words for that.
struct SignCourse {
  /// How long a course is looked at, in milliseconds: longer than the longest period.
  static let length = 12_000
  /// What every time in the table is a multiple of, in milliseconds.
  private static let step = 10

  /// Marks that are farther apart are not of one sign, in milliseconds.
  private static let longestPause = milliseconds(Sign.status(thing: 1, pieces: 1).pause)

  /// When it is on, in milliseconds from the beginning.
  let spans: [Range<Int>]

  static func light(of pattern: Pattern) -> SignCourse {
    SignCourse { offset in
      let now = Instant.zero + offset
      return switch pattern.form(at: .zero) {
      case .answer: offset < Feedback.heardLight
      case .mark: offset < Feedback.keptLight
      case .sign(let sign): sign.wave.isOn(at: offset)
      case .situation(let situation): situation.light(since: .zero, at: now).isOn(at: now)
      }
    }
  }

  /// What is heard when the situation comes after a start or a fault.
  static func buzzer(of pattern: Pattern) -> SignCourse {
    SignCourse { offset in
      let now = Instant.zero + offset
      return switch pattern.form(at: .zero) {
      case .answer: offset < Feedback.heardTick
      case .mark: offset < Mark.long.length
      case .sign(let sign): sign.wave.isOn(at: offset)
      case .situation(let situation):
        Wave(situation.announcement(isReadyNews: true)).isOn(at: offset)
          || situation.buzzer(since: .zero, at: now).isOn(at: now)
      }
    }
  }

  private init(_ isOn: (Duration) -> Bool) {
    var spans: [Range<Int>] = []
    for start in stride(from: 0, to: Self.length, by: Self.step) {
      guard isOn(.milliseconds(start)) else { continue }
      if spans.last?.upperBound == start, let last = spans.popLast() {
        spans.append(last.lowerBound..<(start + Self.step))
      } else {
        spans.append(start..<(start + Self.step))
      }
    }
    self.spans = spans
  }
}

extension SignCourse {
  /// It as people say it: "short short long, every 3 s".
  var words: String {
    guard let first = spans.first else { return "silent" }
    if first.count == Self.length { return "on all the time" }
    return gapWords ?? markWords ?? beatWords ?? "on for \(Self.seconds(first.count)), once"
  }

  /// Its gaps, where it is on but for those: each comes alone, and two together at a clip's desired length.
  private var gapWords: String? {
    guard spans.map(\.count).reduce(0, +) > Self.length * 9 / 10 else { return nil }
    let gaps = zip(spans, spans.dropFirst()).map { $0.upperBound..<$1.lowerBound }
    let alone = gaps.filter { gap in
      gaps.allSatisfy { $0 == gap || abs($0.lowerBound - gap.lowerBound) > 1000 }
    }
    guard let last = alone.last, let before = alone.dropLast().last else { return nil }
    let period = Self.seconds(last.lowerBound - before.lowerBound)
    let pair = gaps.count > alone.count ? ", two at the desired length" : ""
    return "on; a gap of \(Self.seconds(last.count)) every \(period)\(pair)"
  }

  /// Its marks, where it is made of the two that there are.
  private var markWords: String? {
    var groups: [(start: Int, marks: [String])] = []
    var end: Int?
    for span in spans {
      guard let mark = Self.mark(span.count) else { return nil }
      if let end, span.lowerBound - end <= Self.longestPause {
        groups[groups.count - 1].marks.append(mark)
      } else {
        groups.append((span.lowerBound, [mark]))
      }
      end = span.upperBound
    }
    let marks = groups[0].marks.joined(separator: " ")
    if groups.count == 1 { return marks + ", once" }
    return "\(marks), every \(Self.seconds(groups[1].start - groups[0].start))"
  }

  /// Its lengths, where it is on and off in turns.
  private var beatWords: String? {
    guard spans.count > 1 else { return nil }
    let lengths = spans.map(\.count)
    let beats = lengths.indices.filter { $0 == 0 || lengths[$0] != lengths[$0 - 1] }
      .map { Self.seconds(lengths[$0]) }
    return beats.map { "\($0) on, \($0) off" }.joined(separator: ", then ")
  }

  private static func mark(_ length: Int) -> String? {
    switch length {
    case milliseconds(Mark.blip.length): "short"
    case milliseconds(Mark.long.length): "long"
    default: nil
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(duration.nanoseconds / 1_000_000)
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let number = "\(Double(milliseconds) / 1000)"
    return (number.hasSuffix(".0") ? String(number.dropLast(2)) : number) + " s"
  }
}
