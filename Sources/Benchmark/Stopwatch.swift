import Glibc

/// The CPU time that this process spends in `body`, in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = cpuTime()
  try body()
  return cpuTime() - start
}

/// The middle one of `values`, of which there is at least one.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

private func cpuTime() -> Double {
  var time = timespec()
  // It fails for an unknown clock or an address out of reach only.
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
