/// What waits to be recorded besides photos: until nothing else is under way, and until the store has answered.
///
/// What the store was asked to record stays here until it says that it has; what it could not record waits again.
struct NoteQueue: Sendable {
  /// As many wait for a store that does not work; what is more is given up, the oldest first.
  static let capacity = 64

  /// Those that the store was not asked to record, oldest first.
  private(set) var waiting: [Note] = []
  /// Those that the store was asked to record and has not answered.
  private(set) var offered: [Note] = []
  /// Whether it was told that some are given up, since one was recorded last.
  private var isLossTold = false
  /// Whether the last note of the program is among them: nothing comes after that.
  private(set) var isClosed = false

  /// Whether everything is recorded.
  var isEmpty: Bool { waiting.isEmpty && offered.isEmpty }

  /// Whether some are to be recorded, and the store owes no answer.
  var isDue: Bool { !waiting.isEmpty && offered.isEmpty }

  /// Adds `notes`, in the order in which they happened.
  mutating func add(_ notes: [Note], _ steps: inout Steps) {
    guard !isClosed, !notes.isEmpty else { return }
    waiting += notes
    giveUpOldest(&steps)
  }

  /// Adds the program's last note, once.
  mutating func close(with last: Note, _ steps: inout Steps) {
    add([last], &steps)
    isClosed = true
  }

  /// Has all that wait recorded at once, unless the store owes an answer.
  mutating func offer(_ steps: inout Steps) {
    guard isDue else { return }
    steps.flush(.store(.note(waiting)))
    swap(&waiting, &offered)
  }

  /// The store has recorded what it was asked to.
  mutating func recorded() {
    offered.removeAll()
    isLossTold = false
  }

  /// The store has recorded nothing of what it was asked to: it is asked again later.
  mutating func refused(_ steps: inout Steps) {
    waiting = offered + waiting
    offered.removeAll()
    giveUpOldest(&steps)
  }

  private mutating func giveUpOldest(_ steps: inout Steps) {
    guard waiting.count > NoteQueue.capacity else { return }
    waiting.removeFirst(waiting.count - NoteQueue.capacity)
    if !isLossTold {
      steps.log(
        .warning, Role.store.speaker,
        Phrase(
          "notes.given-up",
          """
          The store has not worked for so long that only the last \(NoteQueue.capacity) notes, as of gaps and \
          failed photos, can still be recorded.
          """))
    }
    isLossTold = true
  }
}
