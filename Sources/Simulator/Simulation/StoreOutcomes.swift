import Core
import Evidence

/// What came of doubts about the store, each kind counted: a way that no seed takes is a way that nobody has tried.
package struct StoreOutcomes: Sendable {
  /// Way out of a doubt.
  package enum Kind: String, CaseIterable, Sendable {
    case powerCut = "adopted after a power cut", crash = "adopted after a crash"
    case rowFailed = "adopted after a failed row", cleanStop = "adopted after a stop"
    case numberGap = "adopted in a gap of numbers"
    case withoutFacts = "adopted without facts"
    case afterAll = "stored after all", spent = "numbers spent"
    case incomplete = "incomplete files", unreadable = "unreadable files"
    case unreadFolder = "unread folders"
    case foundNotes = "notes found again"
    case lateCheckpoint = "late checkpoints"
    case setBack = "older copies told", wentOn = "other histories told"
    case madeAnew = "databases made anew told"
  }

  private var counts: [Kind: Int] = [:]

  /// None yet.
  package init() {}

  /// Those that never came, and should have in some hundreds of seeds.
  package var missing: [Kind] {
    Kind.allCases.filter { counts[$0] == nil && !StoreOutcomes.rare.contains($0) }
  }

  /// What takes two faults at the right moments, or hundreds of transactions without a rest between them.
  private static let rare: Set<Kind> = [
    .cleanStop, .spent, .unreadable, .lateCheckpoint, .wentOn,
  ]

  /// How many of each kind.
  package var words: String {
    Kind.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// Adds those of `other`.
  package mutating func add(_ other: StoreOutcomes) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// Counts one of `kind`.
  mutating func count(_ kind: Kind) { counts[kind, default: 0] += 1 }

  /// Counts what `phrase` says of the store.
  mutating func count(_ phrase: Phrase) {
    switch phrase.key {
    case "store.photo-adopted": countAdoption(phrase)
    case "store.import-adopted":
      count(.withoutFacts)
      countAdoption(phrase)
    case "store.stored-after-all": count(.afterAll)
    case "store.number-spent": count(.spent)
    case "store.file-rejected": count(.incomplete)
    case "history.older": count(.setBack)
    case "store.rebuilt-returning": count(.madeAnew)
    case "history.other": count(.wentOn)
    case "store.file-unreadable": count(phrase.isOfFolder ? .unreadFolder : .unreadable)
    default: break
    }
  }

  private mutating func countAdoption(_ phrase: Phrase) {
    guard case .phrase(let reason)? = phrase.values.last else { return }
    switch reason.key {
    case "adoption.power-cut": count(.powerCut)
    case "adoption.crash": count(.crash)
    case "adoption.row-failed": count(.rowFailed)
    case "adoption.clean-stop": count(.cleanStop)
    case "adoption.number-gap": count(.numberGap)
    default: break
    }
  }
}

extension Phrase {
  /// Whether what it says of a file is about a folder.
  fileprivate var isOfFolder: Bool {
    if case .text(let file)? = values.first { !file.hasSuffix(".jpg") } else { false }
  }
}
