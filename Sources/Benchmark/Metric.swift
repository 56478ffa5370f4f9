/// One line of a benchmark: what was measured on our side, on another, and what was wanted.
struct Metric {
  /// What is measured, of what.
  let name: String
  /// Our figure with its unit, and the other's with its own.
  let ours, theirs: String
  /// Our figure as a part of the other.
  let ratio: Double
  /// The largest ratio that is good enough.
  let target: Double

  /// `metric | ours | against what | ratio | target | met`, or `short` at the end.
  var line: String {
    let verdict = ratio <= target ? "met" : "short"
    return [name, ours, theirs, hundredths(ratio), "≤ \(hundredths(target))", verdict]
      .joined(separator: " | ")
  }
}

/// `value` with two digits after the point.
func hundredths(_ value: Double) -> String {
  let count = Int((value * 100).rounded())
  let fraction = count % 100
  return "\(count / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}
