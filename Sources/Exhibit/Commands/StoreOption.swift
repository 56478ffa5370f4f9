import ArgumentParser
import Core
import Evidence

/// The option that names a store, read with or without a running program.
struct StoreOption: ParsableArguments {
  @Option(name: .customLong("store"), help: "The directory of the evidence.")
  var path = "/var/lib/exhibit"

  /// What `read` makes of the store; a failure is told and ends the program.
  func read<Answer>(_ read: (borrowing Archive) throws(Failure) -> Answer) throws -> Answer {
    do throws(Failure) {
      return try read(try Archive(directory: path))
    } catch {
      throw complaint(error.phrase.english)
    }
  }
}
