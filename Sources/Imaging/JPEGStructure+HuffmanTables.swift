extension JPEGStructure {
  /// Whether the standard Huffman tables must be added before every decoder can read the picture.
  ///
  /// Only a baseline picture can mean the standard tables; one that brings some tables means no others.
  package var lacksHuffmanTables: Bool { isBaseline && !hasHuffmanTables }

  /// Lends `picture` to `body`, with the standard Huffman tables put in before its scan if it lacks them,
  /// and says whether they were; every other byte is as the camera sent it.
  ///
  /// A picture with tables is lent where it is. One without is copied into memory allocated for the
  /// call. The bytes are valid until `body` returns. Source: ITU-T T.81, K.3.
  ///
  /// - Parameter picture: the bytes that this structure was parsed from.
  package func withHuffmanTables<Answer, Failure: Error>(
    in picture: UnsafeRawBufferPointer,
    _ body: (_ complete: UnsafeRawBufferPointer, _ wereInserted: Bool) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    precondition(picture.count == byteCount, "the structure of another picture")
    guard lacksHuffmanTables else { return try body(picture, false) }
    let tables = HuffmanTables.segment
    let complete = UnsafeMutableRawBufferPointer.allocate(
      byteCount: byteCount + tables.count, alignment: 16)
    defer { complete.deallocate() }
    complete.copyBytes(from: picture[..<scanOffset])
    UnsafeMutableRawBufferPointer(rebasing: complete[scanOffset...]).copyBytes(from: tables)
    UnsafeMutableRawBufferPointer(rebasing: complete[(scanOffset + tables.count)...])
      .copyBytes(from: picture[scanOffset...])
    return try body(UnsafeRawBufferPointer(complete), true)
  }
}
