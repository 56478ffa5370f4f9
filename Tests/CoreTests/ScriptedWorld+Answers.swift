@testable import Core

/// Answers of its store to questions.
extension ScriptedWorld {
  /// Of each field three texts; of pieces all that are wanted by number, and as deleted what `deletedPieces` says.
  func named(_ choice: Loss.Choice) -> Result<Loss, Failure> {
    switch choice {
    case .pieces(let choice): named(choice)
    case .faces(let number): .success(.faces(of: number, count: 3))
    case .texts(let choice):
      .success(
        .texts(Redaction(choice, 3, "Omega", count: 3, latest: 9, remarks: [.questionDeclined])))
    }
  }

  private func named(_ choice: Removal.Choice) -> Result<Loss, Failure> {
    let numbers = if case .numbered(let numbers) = choice { numbers } else { deletedPieces }
    guard !numbers.isEmpty else {
      return .failure(Failure(.store, Phrase("purge.nothing", "Nothing."), kind: .refused))
    }
    let pieces = numbers.map { Removal.Piece(number: $0, id: "\($0)", deletion: nil) }
    return .success(.pieces(Removal(choice, pieces)))
  }

  /// Of pieces 1, 2, … as many as there are.
  func reviewed(by step: ReviewStep) -> Int? {
    switch step {
    case .piece(let number): (1...max(1, pieceCount)).contains(number) ? number : nil
    case .newest: pieceCount
    case .next(let number): (number ?? pieceCount) % max(1, pieceCount) + 1
    case .previous(let number): ((number ?? pieceCount) + pieceCount - 2) % max(1, pieceCount) + 1
    }
  }

  /// Of a clip with 3 stills, one a second.
  mutating func still(_ wish: StillWish) -> StillSearch {
    guard stillNews.isEmpty else { return stillNews.removeFirst() }
    let clip = wish.clip ?? pieceCount
    let number =
      switch wish.place {
      case .at(let time): min(3, Int(time.components.seconds) + 1)
      case .number(let number): number
      }
    if number < 1 { return .failed(.stillFirst(clip)) }
    if number > 3 { return .failed(.stillLast(clip, 3)) }
    return .found(
      Still(
        clip: clip, number: number, count: 3, time: .seconds(number - 1), length: .seconds(2)))
  }
}
