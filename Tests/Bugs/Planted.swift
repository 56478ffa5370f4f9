import Glibc

// Lies in Core of a copy of the sources, and only there.

/// The number of the bug that this process has; none has 0.
let plantedNumber = getenv("EXHIBIT_PLANTED").flatMap { Int(String(cString: $0)) } ?? 0

/// Whether this process has the bug `number`.
public func isPlanted(_ number: Int) -> Bool { number == plantedNumber }
