/// The size of a JPEG picture, by its header alone.
package enum JPEGSize {
  /// How many pixels the picture has that begins with `bytes`; nil where its header does not tell, or is not all there.
  package static func size(of bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
    var header = JPEGHeader(bytes)
    // Why a header does not tell is nobody's question here.
    guard let frame = try? header.readToScan() else { return nil }
    return (frame.width, frame.height)
  }
}
