import CTestPicture
import Core

/// A picture as a camera sends it, with grain and edges, of a kind that our own encoder doesn't make.
struct CameraPicture {
  var width = 640
  var height = 480
  var quality = 80
  /// MCUs between restart markers, of which there are none if it is 0.
  var restartInterval = 0
  /// How many samples of luma there are to one of chroma, across and down; none for a grey picture.
  var sampling: (across: Int, down: Int)? = (2, 1)
  var isProgressive = false
  /// Whether it is a grey picture of 127 scans.
  var hasManyScans = false
  /// The way in which colours are stored, where there are any.
  var colours = Colours.chroma
  var isArithmetic = false
  var seed = 1
  /// Where it is otherwise; nil: nowhere.
  var blot: PixelArea?

  /// The meaning of a picture's components.
  enum Colours {
    case chroma, red, inks
  }

  /// The picture's bytes; empty if they were too many, which no test that uses this survives.
  var jpeg: [UInt8] {
    let capacity = width * height * 3 + 2_000
    let picture = test_picture(
      width: UInt32(width), height: UInt32(height), quality: Int32(quality),
      restart_interval: UInt32(restartInterval),
      component_count: sampling == nil ? 1 : colours == .inks ? 4 : 3,
      across: Int32(sampling?.across ?? 1), down: Int32(sampling?.down ?? 1),
      is_progressive: isProgressive, has_many_scans: hasManyScans, is_rgb: colours == .red,
      is_arithmetic: isArithmetic, seed: UInt32(seed), blot: test_area(blot))
    return [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
      count = test_picture_encode(picture, bytes.baseAddress, capacity)
    }
  }
}

extension test_area {
  /// An area; without pixels where there is none.
  init(_ area: PixelArea?) {
    self.init(
      x: UInt32(area?.x ?? 0), y: UInt32(area?.y ?? 0), width: UInt32(area?.width ?? 0),
      height: UInt32(area?.height ?? 0))
  }
}

/// What happens to pictures on their way, at places that a seed chooses.
struct Damage {
  /// Where the coefficients of a picture with the usual header begin, at the earliest.
  private static let dataStart = 700
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A place among the coefficients after which `count` bytes and the end marker follow.
  private mutating func place(in jpeg: [UInt8], before count: Int) -> Int {
    .random(in: Self.dataStart..<(jpeg.count - count - 2), using: &generator)
  }

  /// `jpeg` without `count` bytes.
  mutating func cut(_ count: Int, from jpeg: [UInt8]) -> [UInt8] {
    let place = place(in: jpeg, before: count)
    return Array(jpeg[..<place] + jpeg[(place + count)...])
  }

  /// `jpeg` with `count` bytes of noise, none of which begins a marker.
  mutating func noise(_ count: Int, in jpeg: [UInt8]) -> [UInt8] {
    let place = place(in: jpeg, before: count)
    var bytes = jpeg
    for index in place..<place + count { bytes[index] = .random(in: 0...0xFE, using: &generator) }
    return bytes
  }

  /// `jpeg` with `count` zeros in place of its own bytes.
  mutating func hole(_ count: Int, in jpeg: [UInt8]) -> [UInt8] {
    let place = place(in: jpeg, before: count)
    return jpeg[..<place] + [UInt8](repeating: 0, count: count) + jpeg[(place + count)...]
  }
}
