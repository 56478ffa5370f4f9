/// What is to be captured of a thing, or for a request, and what of it there is.
///
/// Nothing of it is kept: it is what the pieces and the wishes of people come to, in the order of their records. So a
/// piece ticks its item in the very transaction that stores it, and one that is taken back or denied ticks it no longer.
package struct Checklist: Hashable, Sendable {
  /// More items than this no request has.
  package static let mostItems = 32
  /// What comes after so many pieces and wishes changes nothing any more.
  package static let mostEvents = 10_000
  /// How long a console shows one open item.
  static let turn = Duration.seconds(3)

  /// What it is a list for.
  package enum Subject: Hashable, Sendable {
    case thing(Int, label: String)
    case request(Int, title: String)
  }

  /// What a person can have done with an item.
  package enum Action: String, CaseIterable, Hashable, Sendable {
    /// The next piece ticks it.
    case aim
    /// Go on without it.
    case skip
    /// It is open again.
    case untick
  }

  /// How an item stands.
  package enum Mark: Hashable, Sendable {
    case open
    case ticked(piece: Int)
    case skipped
  }

  /// One thing to capture.
  package struct Item: Hashable, Sendable {
    /// What to do, in words.
    package let text: Phrase
    /// Which pieces tick it by themselves.
    let need: Need
    /// Words for its subject; nil where nobody but its writer knows.
    package let name: Phrase?
    /// Names of pieces that show it, in lower case.
    private var names: Set<String> = []
    /// Whether there is a piece for it.
    package fileprivate(set) var mark = Mark.open

    /// An item with this `text`, about what `name` says, which a piece of this `need` ticks.
    package init(_ text: Phrase, _ need: Need = .any, _ name: Phrase? = nil) {
      (self.text, self.need, self.name) = (text, need, name)
      learn([text.english] + (name.map { [$0.english] } ?? []))
    }

    /// Pieces may be called by one of these `names` too, in another language.
    package mutating func learn(_ names: [String]) {
      self.names.formUnion(names.map { $0.lowercased() })
    }

    /// Whether a piece that is called `name` shows it.
    func isCalled(_ name: String) -> Bool { names.contains(name.lowercased()) }
  }

  /// What the records tell that concerns it.
  package enum Event: Hashable, Sendable {
    /// The record `record` stored a piece; `gone` is that by which it is no longer there, or denied.
    case stored(Capture, record: Int, gone: Int?)
    /// This piece is called so since.
    case named(Int, String)
    case wished(Action, item: Int)
  }

  /// What it is a list for.
  package let subject: Subject
  /// What to capture, in this order.
  package private(set) var items: [Item]
  /// The item that the next piece ticks that can, because a person chose it, counted from 1.
  package private(set) var aim: Int?
  /// How many events it is made of.
  private var eventCount: Int

  /// The list of `items`, after `events` in their order.
  package init(_ subject: Subject, _ items: [Item], after events: [Event]) {
    self.subject = subject
    self.items = Array(items.prefix(Checklist.mostItems))
    eventCount = events.count
    var ends: [Int: Int] = [:]
    for event in events { take(event, &ends) }
    reopen(ends, before: .max)
  }

  /// `capture` was stored, after all that it is made of.
  ///
  /// - Returns: the item that it ticks, counted from 1; nil where it ticks none.
  @discardableResult
  package mutating func stored(_ capture: Capture) -> Int? {
    guard !isNone, eventCount < Checklist.mostEvents else { return nil }
    eventCount += 1
    return tick(capture)
  }

  /// Somebody wished `action` for `item`, after all that it is made of.
  package mutating func wished(_ action: Action, item: Int) {
    guard eventCount < Checklist.mostEvents else { return }
    eventCount += 1
    take(action, item)
  }

  /// The item that `capture` would tick, counted from 1: the one that a person chose, or else the one that it is called
  /// by, or else the first open one that takes its kind; nil where there is none.
  package func item(for capture: Capture) -> Int? {
    if let aim { return items[aim - 1].need.takesAimed(capture.kind) ? aim : nil }
    if let name = capture.name, let item = item(called: name) { return item }
    let open = items.indices.filter { items[$0].mark == .open }
    // Whoever crops a document means a paper.
    let paper = open.first { capture.kind == .document && items[$0].need == .document }
    return (paper ?? open.first { items[$0].need.takes(capture.kind) }).map { $0 + 1 }
  }

  private func item(called name: String) -> Int? {
    items.firstIndex { $0.isCalled(name) }.map { $0 + 1 }
  }

  /// The item that is next, counted from 1; nil where all are done.
  package var next: Int? {
    aim ?? items.firstIndex { $0.mark == .open }.map { $0 + 1 }
  }

  /// Whether there is none: a study says what is wanted of its things.
  package var isNone: Bool { if case .thing = subject { items.isEmpty } else { false } }

  /// How many items are open.
  package var openCount: Int { items.filter { $0.mark == .open }.count }

  private mutating func take(_ event: Event, _ ends: inout [Int: Int]) {
    switch event {
    case .stored(let capture, let record, let gone):
      reopen(ends, before: record)
      ends[capture.number] = gone
      tick(capture)
    case .named(let piece, let name): give(name, to: piece)
    case .wished(let action, let item): take(action, item)
    }
  }

  @discardableResult
  private mutating func tick(_ capture: Capture) -> Int? {
    guard let item = item(for: capture) else { return nil }
    mark(item, .ticked(piece: capture.number))
    return item
  }

  /// The piece ticks the item that it is called by, in place of whatever it ticked.
  private mutating func give(_ name: String, to piece: Int) {
    guard let item = item(called: name) else { return }
    for index in items.indices where items[index].mark == .ticked(piece: piece) {
      items[index].mark = .open
    }
    mark(item, .ticked(piece: piece))
  }

  private mutating func take(_ action: Action, _ item: Int) {
    switch action {
    case .aim: if items.indices.contains(item - 1) { aim = item }
    case .skip: mark(item, .skipped)
    case .untick: mark(item, .open)
    }
  }

  private mutating func mark(_ item: Int, _ mark: Mark) {
    guard items.indices.contains(item - 1) else { return }
    items[item - 1].mark = mark
    if aim == item || mark == .skipped { aim = nil }
  }

  /// Opens what pieces ticked that were deleted or denied by a record before this one.
  private mutating func reopen(_ ends: [Int: Int], before record: Int) {
    for index in items.indices {
      guard case .ticked(let piece) = items[index].mark, let gone = ends[piece],
        gone < record
      else { continue }
      items[index].mark = .open
    }
  }
}
