import Core
import Evidence

/// What people were told of things, pieces and settings, in words of its own: a table with one value for each fact.
struct AcknowledgedFacts {
  /// What somebody was told something of: `piece 3`, `setting jitter`.
  struct Fact: Hashable {
    /// What there is to know of a subject.
    enum Name: String, CaseIterable {
      /// What people alone say of pieces and settings: what they did not say is not there.
      case title, decision, option, lock, value
      /// The digests of a piece's files, whether it was deleted, what a thing is called: what is known once it was told.
      case files, deletion, label
    }

    let subject: String
    let name: Name
  }

  /// What is told of a piece that is there, and of one that was deleted; and what is there once its files are removed.
  private static let there = "no", deleted = "yes", removed = "removed"

  private var values: [Fact: String] = [:]
  /// What people know of without having been told how it is now: the store tells when it is asked next.
  private var open: Set<Fact> = []

  /// What the store in `archive` says when it is asked anew.
  init(of archive: borrowing Archive) throws(Failure) {
    for piece in try archive.pieces() {
      let isCertain = piece.choice?.requester == Requester.analyser.name
      let state = piece.isPurged ? Self.removed : piece.isDeleted ? Self.deleted : Self.there
      set(.title, of: piece.number, to: piece.title)
      set(.decision, of: piece.number, to: piece.decision)
      set(.option, of: piece.number, to: isCertain ? piece.choice?.text : nil)
      set(.lock, of: piece.number, to: piece.isLocked ? "on" : nil)
      set(.files, of: piece.number, to: piece.digests)
      set(.deletion, of: piece.number, to: state)
    }
    for thing in try archive.things() { setLabel(of: thing.number, to: thing.label) }
    for setting in try archive.keptSettings() { set(setting) }
  }

  /// Nothing yet.
  init() {}

  /// What `there` says otherwise; nil where that is nothing.
  func difference(from there: AcknowledgedFacts) -> String? {
    let said = there.values.keys.filter(\.name.isOfPeople)
    let facts = Set(values.keys).union(said).subtracting(open)
    let others = facts.filter {
      values[$0] != there.values[$0] && there.values[$0] != Self.removed
    }
    let words = others.map { fact in
      let (here, told) = (there.values[fact] ?? "nothing", values[fact] ?? "nothing")
      return "\(fact.subject): \(fact.name) is \(here), and people were told \(told)"
    }
    return words.min()
  }

  /// Takes from `there` what nobody was told.
  mutating func complete(by there: AcknowledgedFacts) {
    for fact in open { values[fact] = there.values[fact] }
    open.removeAll()
  }

  /// Nobody knows which of `changes` were made, and they are not looked for now.
  mutating func doubt(_ changes: [AskedChanges.Asked]) {
    var made = self
    for change in changes { made.apply(change, nil, nil) }
    let facts = Set(values.keys).union(made.values.keys)
    open.formUnion(facts.filter { values[$0] != made.values[$0] })
    open.formUnion(made.open)
  }

  /// Nobody knows any more what these are.
  mutating func leaveOpen(_ facts: Set<Fact>) { open.formUnion(facts) }

  /// Those of this name.
  func facts(_ name: Fact.Name) -> Set<Fact> { Set(values.keys.filter { $0.name == name }) }

  /// Piece `number` is stored, and is what `there` says of it.
  mutating func addPiece(_ number: Int, in there: AcknowledgedFacts) {
    let files = Fact(subject: "piece \(number)", name: .files)
    values[files] = there.values[files] ?? Self.there
    set(.deletion, of: number, to: Self.there)
  }

  private mutating func set(_ name: Fact.Name, of piece: Int, to value: String?) {
    set(Fact(subject: "piece \(piece)", name: name), to: value)
  }

  private mutating func set(_ setting: KeptSetting) {
    set(Fact(subject: "setting \(setting.name.rawValue)", name: .value), to: setting.value)
  }

  private mutating func setLabel(of thing: Int, to label: String?) {
    set(Fact(subject: "thing \(thing)", name: .label), to: label)
  }

  private mutating func set(_ fact: Fact, to value: String?) {
    values[fact] = value
    open.remove(fact)
  }

  /// Nobody was told what became of the facts of this name, as far as they had this `value`; nil: whatever they had.
  private mutating func leaveOpen(_ name: Fact.Name, of value: String? = nil) {
    let facts = values.filter { $0.key.name == name && (value == nil || $0.value == value) }
    open.formUnion(facts.keys)
  }
}

/// Changes.
extension AcknowledgedFacts {
  /// `asked` was made, and `news` is what people hear of it, or of `undone`; nil where they heard nothing.
  mutating func apply(_ asked: AskedChanges.Asked, _ news: Phrase?, _ undone: UndoStep?) {
    switch asked.change {
    case .titlePiece(let number, let title): set(.title, of: number, to: title)
    case .decidePieces(let numbers, let decision):
      for number in numbers { decide(decision, of: number) }
    case .confirmOption(let number, .text(let text), let setsTitle):
      set(.decision, of: number, to: PieceDecision.confirmed.rawValue)
      set(.option, of: number, to: asked.requester == .analyser ? text : nil)
      if setsTitle { set(.title, of: number, to: text) }
    case .lockPieces(let numbers, let isLocked):
      for number in numbers { set(.lock, of: number, to: isLocked ? "on" : nil) }
    case .deletePieces(let numbers, _): setDeletion(of: numbers, to: Self.deleted)
    case .undeletePieces(let numbers):
      // Others may come back with their things, and none goes.
      leaveOpen(.deletion, of: Self.deleted)
      setDeletion(of: numbers, to: Self.there)
    case .undeleteThing: leaveOpen(.deletion, of: Self.deleted)
    case .deleteThing: deleteThing(news)
    case .undo: undo(undone)
    case .addThing, .nextThing, .useLabel, .useThing, .setThing: name(news)
    case .keep(let settings, _): for setting in settings { set(setting) }
    case .redact(.piece(let number, .title), _): set(.title, of: number, to: nil)
    case .redact(.piece(let number, .options), _): set(.option, of: number, to: nil)
    case .redact(.thing(_, .title), _): leaveOpen(.label)
    case .database(.reset): values = values.filter { $0.key.name != .value }
    case .database, .addOptions, .confirmOption, .denyOption, .piecesExported, .exportMade,
      .copyRedacted, .purge, .remove,
      .checklist, .importRequest, .setRequest, .redact, .addExamination, .changeFaces, .undoFaces,
      .saveFaces:
      break
    }
  }

  /// A person's no takes back what an analyser decided, its title too, and leaves the piece open.
  private mutating func decide(_ decision: PieceDecision?, of number: Int) {
    let (title, option) = (value(.title, of: number), value(.option, of: number))
    let isTakenBack = decision == .denied && option != nil
    if isTakenBack, title == option { set(.title, of: number, to: nil) }
    set(.decision, of: number, to: isTakenBack ? nil : decision?.rawValue)
    set(.option, of: number, to: nil)
  }

  private func value(_ name: Fact.Name, of piece: Int) -> String? {
    values[Fact(subject: "piece \(piece)", name: name)]
  }

  private mutating func setDeletion(of numbers: [Int], to state: String) {
    for number in numbers { set(.deletion, of: number, to: state) }
  }

  private mutating func deleteThing(_ news: Phrase?) {
    leaveOpen(.deletion, of: Self.there)
    guard case .number(let number)? = news?.values.first else { return leaveOpen(.label) }
    setLabel(of: number, to: nil)
  }

  /// Of a thing, and of pieces with others between them, people don't hear which come or go; but that they come, or go.
  private mutating func undo(_ undone: UndoStep?) {
    switch undone?.subject {
    case nil: leaveOpen(.deletion)
    case .thing: leaveOpen(.deletion, of: Self.deleted)
    case .capture(let first, let last, let count), .importing(let first, let last, let count):
      setDeletion(first...max(first, last), count, from: Self.there, to: Self.deleted)
    case .deletion(let first, let last, let count):
      setDeletion(first...max(first, last), count, from: Self.deleted, to: Self.there)
    }
  }

  private mutating func setDeletion(
    _ numbers: ClosedRange<Int>, _ count: Int, from old: String, to new: String
  ) {
    guard numbers.count == count else { return leaveOpen(.deletion, of: old) }
    setDeletion(of: Array(numbers), to: new)
  }

  private mutating func name(_ news: Phrase?) {
    guard case .number(let number)? = news?.values.first, case .text(let label)? = news?.values[1]
    else { return leaveOpen(.label) }
    setLabel(of: number, to: label)
  }

  /// What two things are called; nil where each has a name of its own.
  var sharedLabel: String? {
    var seen: Set<String> = []
    let labels = values.filter { $0.key.name == .label }.map { $0.value.lowercased() }
    return labels.first { !seen.insert($0).inserted }
  }
}

extension AcknowledgedFacts.Fact.Name {
  fileprivate var isOfPeople: Bool {
    switch self {
    case .title, .decision, .option, .lock, .value: true
    case .files, .deletion, .label: false
    }
  }
}
