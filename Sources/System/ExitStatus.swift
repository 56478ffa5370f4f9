/// What a program ends with besides 0 and 1.
package enum ExitStatus {
  /// Something that should work does not.
  package static let faults: Int32 = 3
  /// `EX_USAGE` of sysexits.h: the words of the command are none.
  package static let usage: Int32 = 64
  /// `EX_UNAVAILABLE` of sysexits.h: no program runs that could be asked.
  package static let unavailable: Int32 = 69
  /// `EX_TEMPFAIL` of sysexits.h: starting again mends it.
  package static let startAgain: Int32 = 75
  /// `EX_NOPERM` of sysexits.h: who asks may not.
  package static let notPermitted: Int32 = 77
  /// `EX_CONFIG` of sysexits.h: starting again changes nothing.
  package static let badConfiguration: Int32 = 78
  /// The first that sysexits.h leaves free: a person wants the board shut down, and may have its power cut.
  package static let shutdown: Int32 = 79
}
