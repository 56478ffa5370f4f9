import Core
import Evidence
import System

/// The file of a piece that may be seen.
package struct StoredPicture {
  /// All of it.
  package let bytes: [UInt8]
  /// Its upright view, where that is known better than by its Exif.
  let orientation: Orientation?
}

/// Stills of clips.
extension OpenStore {
  /// No camera's picture is larger.
  private static let largestPicture = 32_000_000

  /// Looks for the still of `wish`, at most through `count` elements of a clip's file that it has not seen; blocks on the
  /// disk, for a page of it each, and in the end for the picture.
  package func seek(_ wish: StillWish, elements count: Int) -> StillSearch {
    do throws(Failure) {
      let clip = try view(store.archive.clip(wish.clip))
      try clip.advance(elements: count)
      return clip.isComplete ? .found(try clip.still(wish.place)) : .goesOn
    } catch {
      return .failed(error.phrase)
    }
  }

  /// The clip `number`, open for its stills; nil where it is none, or can't be read.
  package func clipInView(_ number: Int) -> ClipInView? {
    try? store.archive.clipInView(number)
  }

  /// The photo, the document or the import `number`, a JPEG or PNG file where it can be drawn; nil where it is none, is
  /// deleted, or can't be read.
  ///
  /// Blocks on the disk for all of the file.
  package func picture(_ number: Int) -> StoredPicture? {
    guard let piece = (try? store.archive.piece(number)) ?? nil,
      piece.kind != PieceFilter.Kind.clip.rawValue, !piece.isDeleted, !piece.isPurged
    else { return nil }
    let path = "\(setup.directory)/\(piece.file)"
    let bytes = (try? File.bytes(at: path, limit: OpenStore.largestPicture)) ?? nil
    return bytes.map { StoredPicture(bytes: $0, orientation: piece.orientation) }
  }

  private func view(_ piece: Piece) throws(Failure) -> ClipInView {
    if let inView, inView.piece == piece { return inView }
    let opened = try ClipInView(piece, in: setup.directory)
    inView = opened
    return opened
  }
}
