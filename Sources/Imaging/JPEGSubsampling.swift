/// How much coarser chroma is sampled than luma.
package enum JPEGSubsampling: String, Hashable, Sendable {
  /// No chroma at all.
  case gray
  /// As finely as luma.
  case yuv444 = "4:4:4"
  /// Half as finely across.
  case yuv422 = "4:2:2"
  /// Half as finely across and down.
  case yuv420 = "4:2:0"
  /// Half as finely down.
  case yuv440 = "4:4:0"
  /// A quarter as finely across.
  case yuv411 = "4:1:1"
  /// Any other arrangement of components.
  case other

  /// The subsampling that the components' sampling factors, each of 1…4, amount to.
  init(_ components: [JPEGComponent]) {
    guard components.count == 3, components[1] == components[2] else {
      self = components.count == 1 ? .gray : .other
      return
    }
    let (luma, chroma) = (components[0], components[1])
    guard luma.across.isMultiple(of: chroma.across), luma.down.isMultiple(of: chroma.down) else {
      self = .other
      return
    }
    switch (luma.across / chroma.across, luma.down / chroma.down) {
    case (1, 1): self = .yuv444
    case (2, 1): self = .yuv422
    case (2, 2): self = .yuv420
    case (1, 2): self = .yuv440
    case (4, 1): self = .yuv411
    default: self = .other
    }
  }
}

/// The sampling factors of one component.
struct JPEGComponent: Equatable {
  let across, down: Int
}
