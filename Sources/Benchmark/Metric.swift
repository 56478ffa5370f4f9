import Core
import Glibc

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
  Figures.decimal(Int((value * 100).rounded()), digits: 2).text
}

/// The CPU time that this process spends in `body`, in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = time(of: CLOCK_PROCESS_CPUTIME_ID)
  try body()
  return time(of: CLOCK_PROCESS_CPUTIME_ID) - start
}

/// The middle one of `values`, of which there is at least one.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// The time that passes in `body`, in milliseconds.
func elapsedMilliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = time(of: CLOCK_MONOTONIC)
  try body()
  return time(of: CLOCK_MONOTONIC) - start
}

private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  // It fails for an unknown clock or an address out of reach only.
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
