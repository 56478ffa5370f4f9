import ArgumentParser
import Configuration
import Core
import Evidence

/// Names of the things of a store, for shells that complete them.
enum ThingNames {
  /// Completes a name of the store that the usual configuration has.
  static let completion = CompletionKind.custom { _, _, _ in ThingNames.known }

  /// They, in the store that the usual configuration has.
  static var known: [String] {
    let plan = (try? Configuration.load(path: Configuration.usualPath))?.plan
    return known(inStore: (plan ?? BoardPlan()).store)
  }

  /// They, in the store in `directory`, the first thing first; none where nobody may read it, for whoever completes a word
  /// is not to be disturbed by sentences.
  static func known(inStore directory: String) -> [String] {
    do throws(Failure) {
      return try Archive(directory: directory).things().map(\.label)
    } catch { return [] }
  }
}
