import Core
import Evidence

/// Stills of clips.
extension PhotoPipeline {
  /// Looks for the still of `wish`, at most through `count` elements of a clip's file that it has not seen; blocks on the
  /// disk, for a page of it each, and in the end for the picture.
  package mutating func seek(_ wish: StillWish, elements count: Int) -> StillSearch {
    do throws(Failure) {
      guard let piece = try store?.archive.clip(wish.clip) else { return .failed(.storeNotOpen) }
      let clip = try view(piece)
      try clip.advance(elements: count)
      return clip.isComplete ? .found(try clip.still(wish.place)) : .goesOn
    } catch {
      return .failed(error.phrase)
    }
  }

  /// The clip `number`, open for its stills; nil where it is none, or can't be read.
  package mutating func clipInView(_ number: Int) -> ClipInView? {
    (try? store?.archive.clipInView(number)) ?? nil
  }

  private mutating func view(_ piece: Piece) throws(Failure) -> ClipInView {
    if let inView, inView.piece == piece { return inView }
    let opened = try ClipInView(piece, in: setup.directory)
    inView = opened
    return opened
  }
}
