/// What is to be captured of a thing, or for a request, and what of it there is.
///
/// Nothing of it is kept: it is what the pieces and the wishes of people come to, in the order of their records. So a
/// piece ticks its item in the very transaction that stores it, and one that is taken back ticks it no longer.
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
    /// Whether there is a piece for it.
    package fileprivate(set) var mark = Mark.open
  }

  /// What the records tell that concerns it.
  package enum Event: Hashable, Sendable {
    /// The record `record` stored a piece; `deleted` is that by which it is no longer there.
    case stored(Int, record: Int, deleted: Int?)
    case wished(Action, item: Int)
  }

  /// What it is a list for.
  package let subject: Subject
  /// What to capture, in this order.
  package private(set) var items: [Item]
  /// The item that the next piece ticks because a person chose it, counted from 1.
  package private(set) var aim: Int?
  /// How many events it is made of.
  private var eventCount: Int

  /// The list of `texts`, after `events` in their order.
  package init(_ subject: Subject, _ texts: [Phrase], after events: [Event]) {
    self.subject = subject
    items = texts.prefix(Checklist.mostItems).map { Item(text: $0) }
    eventCount = events.count
    var deletions: [Int: Int] = [:]
    for event in events { take(event, &deletions) }
    reopen(deletions, before: .max)
  }

  /// The piece `number` was stored, after all that it is made of.
  package mutating func stored(_ number: Int) {
    guard !isNone, eventCount < Checklist.mostEvents else { return }
    eventCount += 1
    if let next { mark(next, .ticked(piece: number)) }
  }

  /// Somebody wished `action` for `item`, after all that it is made of.
  package mutating func wished(_ action: Action, item: Int) {
    guard eventCount < Checklist.mostEvents else { return }
    eventCount += 1
    take(action, item)
  }

  /// The item that the next piece ticks, counted from 1; nil where all are done.
  package var next: Int? {
    aim ?? items.firstIndex { $0.mark == .open }.map { $0 + 1 }
  }

  /// Whether there is none: a study says what is wanted of its things.
  package var isNone: Bool { if case .thing = subject { items.isEmpty } else { false } }

  /// How many items are open.
  package var openCount: Int { items.filter { $0.mark == .open }.count }

  private mutating func take(_ event: Event, _ deletions: inout [Int: Int]) {
    switch event {
    case .stored(let piece, let record, let deleted):
      reopen(deletions, before: record)
      deletions[piece] = deleted
      if let next { mark(next, .ticked(piece: piece)) }
    case .wished(let action, let item): take(action, item)
    }
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
    if aim == item || mark != .open { aim = nil }
  }

  /// Opens what pieces ticked that were deleted by a record before this one.
  private mutating func reopen(_ deletions: [Int: Int], before record: Int) {
    for index in items.indices {
      guard case .ticked(let piece) = items[index].mark, let deleted = deletions[piece],
        deleted < record
      else { continue }
      items[index].mark = .open
    }
  }
}

extension Checklist {
  /// What is captured of things of this category.
  package static func texts(for category: ThingCategory) -> [Phrase] {
    switch category {
    case .watches: [.itemWatchPhoto, .itemSerialNumber, .itemWarrantyCard]
    case .bags: [.itemBagPhoto, .itemAuthenticityCode, .itemReceipt]
    case .shoes, .accessories, .jewelry, .clothing, .other:
      [.itemProductPhoto, .itemBarcode, .itemSalesReceipt]
    }
  }
}

extension Phrase {
  static let itemWatchPhoto = Phrase("item.watch-photo", "Take watch photo")
  static let itemSerialNumber = Phrase("item.serial-number", "Scan serial number")
  static let itemWarrantyCard = Phrase("item.warranty-card", "Capture warranty card")
  static let itemBagPhoto = Phrase("item.bag-photo", "Take bag photo")
  static let itemAuthenticityCode = Phrase("item.authenticity-code", "Scan authenticity code")
  static let itemReceipt = Phrase("item.receipt", "Capture receipt")
  static let itemProductPhoto = Phrase("item.product-photo", "Take product photo")
  static let itemBarcode = Phrase("item.barcode", "Scan barcode")
  static let itemSalesReceipt = Phrase("item.sales-receipt", "Capture sales receipt")

  /// An item in the words of whoever wrote the request.
  package static func itemWritten(_ text: String) -> Phrase {
    Phrase("item.written", "{1}", text)
  }
}
