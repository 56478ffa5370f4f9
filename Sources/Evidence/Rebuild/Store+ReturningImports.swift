import Core

/// Files that people brought, and whose records damage took.
extension Store {
  /// `file`, that of piece `number`, as an imported piece where a kept record tells of it; else nil.
  ///
  /// The kept record is believed as it stands: whether the file is still that is for whoever verifies it.
  func returningImport(_ file: String, of number: Int) throws(Failure) -> WrittenPhoto? {
    guard let told = aftermath?.told?.imports[number], told.text("file") == file,
      let sha256 = told.text("sha256"), let id = told.text("id"),
      let byteCount = told.integer("bytes"), byteCount == folder.byteCount(of: file)
    else { return nil }
    let data = told.member("data")
    let source = ImportedSource(
      name: data?.text("source") ?? file,
      kind: ImportedKind(rawValue: data?.text("type") ?? "") ?? .other,
      batch: told.text("batch") ?? "")
    let size = told.integer("width").flatMap { width in
      told.integer("height").map { PictureSize(width: width, height: $0) }
    }
    let piece = StoredPiece(
      id: id, number: number, file: file, sha256: sha256, byteCount: byteCount)
    let own = try archive.thing(told.text("thing") ?? "")?.id
    return WrittenPhoto(
      piece: piece, record: .pieceImported(piece, from: source, size, thing: own ?? thing.id))
  }
}
