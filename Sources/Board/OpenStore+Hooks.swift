import Core
import Evidence

/// What other programs hear of pieces, and what is to be asked about them.
extension OpenStore {
  /// The call of the program of `task` about its piece; nil where it has nothing to do.
  func hookCall(for task: HookTask) throws(Failure) -> HookCall? {
    guard let number = task.number else { return nil }
    guard let piece = try store.archive.piece(number), !piece.isPurged else {
      throw .refused(
        Phrase("hook.file-gone", "its file was removed before the hook could hear of it."))
    }
    guard let json = piece.told(for: task) else { return nil }
    return HookCall(task, path: "\(setup.directory)/\(piece.file)", json: json.text)
  }

  /// What is to be asked about the piece `number`; nothing where that can't be read.
  func clarification(of number: Int) -> Clarification {
    let piece = try? store.archive.piece(number)
    return (piece ?? nil)?.clarification ?? .settled
  }
}

extension Piece {
  /// What a program hears of it; nil where it is none of the pieces that the program is for.
  fileprivate func told(for task: HookTask) -> JSON? {
    switch task {
    case .stored: return json
    case .analyse(_, let analyser):
      // What came back from elsewhere is as people there left it.
      let isMeant = PieceFilter.Kind(rawValue: kind).map(analyser.kinds.contains) ?? false
      return isMeant && !isDeleted && restored == nil ? json : nil
    case .frame: return nil
    // Where somebody asks, it doesn't matter where the piece comes from.
    case .findFaces: return !isDeleted && kind != PieceFilter.Kind.clip.rawValue ? json : nil
    case .confirmed:
      // Somebody may have taken it back since.
      guard let choice else { return nil }
      let option = options.first { $0.text == choice.text }
      return .object([
        ("option", option?.json ?? .object([("text", .string(choice.text))])), ("piece", json),
      ])
    }
  }
}
