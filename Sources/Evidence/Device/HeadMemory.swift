import Core

/// Head of a store as its device remembers it, beside its key.
struct RememberedHead: Hashable {
  let head: Head
  /// The boot in which it was the latest.
  let bootID: String

  /// The file of it: head and boot, a line each.
  var text: String { "\(head.text)\n\(bootID)\n" }

  init(_ head: Head, in bootID: String) {
    (self.head, self.bootID) = (head, bootID)
  }

  /// What a file with this `text` says; nil where it says none.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3, lines[2].isEmpty, let head = Head(lines[0]), head.text == lines[0],
      !lines[1].isEmpty, lines[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self.init(head, in: lines[1])
  }
}

/// What a device remembers of the records of one store, so that an older copy of it is known for one.
///
/// It is behind the records for some seconds: no photo waits for it. What it remembers is on the store's medium.
struct HeadMemory {
  /// From the latest record to when it is to be remembered, where nothing else is under way.
  static let rest = Duration.seconds(10)

  private let device: DeviceFolder
  /// The store's id; nil for a store that has yet to begin.
  private let store: String?
  /// What it remembers; nil where that is nothing.
  private(set) var remembered: RememberedHead?
  /// The latest head that was to be remembered.
  private var asked: Head?
  /// Why it can't be read or written, where nobody has heard of that.
  private var problem: Phrase?
  /// Whether it could not be written the last time.
  private(set) var isFailing = false

  /// What `device` remembers of the store with this id; blocks on the disk.
  init(of store: String?, by device: DeviceFolder) {
    (self.device, self.store) = (device, store)
    guard let store else { return }
    do throws(Failure) { remembered = try device.rememberedHead(of: store) } catch {
      // Nothing is claimed by what can't be read.
      problem = error.phrase
    }
    asked = remembered?.head
  }

  /// Whether `head` is still to be remembered.
  func lacks(_ head: Head) -> Bool { head != asked }

  /// Remembers `head`, which is durable; blocks in two flushes.
  ///
  /// A failure leaves what was remembered before.
  mutating func remember(_ head: Head, of store: String, in bootID: String) {
    asked = head
    let next = RememberedHead(head, in: bootID)
    do throws(Failure) {
      try device.remember(next, of: store)
      (remembered, isFailing) = (next, false)
    } catch {
      if !isFailing {
        problem = Phrase(
          "device.head-not-remembered",
          """
          The device can't note in \(device.path) which record it wrote last, so an older copy of the store \
          would not be known for one: \(error.phrase)
          """)
      }
      isFailing = true
    }
  }

  /// Why it can't be read or written, which is told once.
  mutating func takeProblem() -> [Phrase] {
    defer { problem = nil }
    return problem.map { [$0] } ?? []
  }

  /// How the records in `database` differ from what is remembered; nil where they lead to it and on.
  func resumption(in database: borrowing Database) throws(DatabaseError) -> Resumption? {
    guard let seen = remembered?.head else { return nil }
    let hash = try Ledger.hash(of: seen.sequence, in: database)
    guard hash != seen.hash else { return nil }
    return Resumption(seen: seen.text, head: try Ledger.head(of: database).text)
  }
}

extension DeviceFolder {
  /// What it remembers of the store with the id `store`; nil where that is nothing.
  func rememberedHead(of store: String) throws(Failure) -> RememberedHead? {
    guard let file = headFile(of: store), let text = try text(of: file) else { return nil }
    guard let remembered = RememberedHead(text) else {
      throw Failure(
        .store,
        Phrase(
          "device.head-damaged",
          """
          \(file) should say which record of the store the device wrote last, and can't be read as that: whether \
          the store is an older copy can't be told this time. It is written anew.
          """))
    }
    return remembered
  }

  /// Remembers `head` of the store with the id `store`; durable when this returns.
  func remember(_ head: RememberedHead, of store: String) throws(Failure) {
    if let file = headFile(of: store) { try write(head.text, to: file, mode: 0o644) }
  }

  /// The file for the store with this id; nil for what is no id, whatever the store's medium says.
  private func headFile(of store: String) -> String? {
    store.isDigits(32) ? "\(path)/\(store).head" : nil
  }
}
