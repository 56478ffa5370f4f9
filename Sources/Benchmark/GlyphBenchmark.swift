import Core
import Glibc
import Imaging
import System
import VirtualDevices

/// What a moving picture costs as glyphs, in bytes and in time, against chafa or, where that is missing, img2txt.
struct GlyphBenchmark: ~Copyable {
  private static let frameCount = 60
  private static let roundCount = 5
  private static let width = 640
  private static let height = 480
  private static let area = GlyphArea(column: 0, row: 0, columns: 64, rows: 24)
  /// Bytes that a line of 115 200 baud carries in a second: each takes ten bits.
  private static let lineRate = 11_520.0

  private let frames: [[UInt8]]
  private let peer: GlyphPeer
  private var renderer: GlyphRenderer

  /// A benchmark of its own scene, whose frames `peer` finds in its folder.
  private init(_ peer: GlyphPeer) throws {
    let frames = try GlyphBenchmark.scene()
    for (number, frame) in frames.enumerated() { try peer.keep(frame, number) }
    renderer = try GlyphRenderer()
    self.frames = frames
    self.peer = peer
  }

  /// What is printed where there is nothing to compare with.
  private static let missing =
    "glyphs | not measured: neither chafa nor img2txt is installed | – | – | – | short"

  /// The lines of all metrics.
  static func lines() throws -> [String] {
    guard let peer = GlyphPeer.found() else { return [missing] }
    defer { peer.remove() }
    var benchmark = try GlyphBenchmark(peer)
    var lines: [String] = []
    for depth in [ColourDepth.sixteen, .indexed, .direct] {
      for jitter in [GlyphParameter.jitter.standard, 0] {
        lines.append(try benchmark.bytes(depth, jitter: jitter).line)
      }
    }
    lines.append(try benchmark.rate().line)
    for other in peer.everyone { lines.append(try benchmark.time(against: other).line) }
    return lines
  }

  private mutating func bytes(_ depth: ColourDepth, jitter: Int) throws -> Metric {
    let ours = Double(try byteCount(depth, jitter: jitter)) / Double(frames.count)
    let theirs = Double(try peer.byteCount(depth)) / Double(frames.count)
    return Metric(
      name: "bytes per frame as glyphs, ascii 64×24, colours \(depth.rawValue), jitter \(jitter)",
      ours: "\(Int(ours))", theirs: "\(peer.name) \(Int(theirs))", ratio: ours / theirs,
      target: 0.3)
  }

  /// The frames a second that fit into a line.
  private mutating func rate() throws -> Metric {
    let bytes = Double(try byteCount(.sixteen, jitter: 0)) / Double(frames.count)
    let theirs = Double(try peer.byteCount(.sixteen)) / Double(frames.count)
    let (our, their) = (GlyphBenchmark.lineRate / bytes, GlyphBenchmark.lineRate / theirs)
    return Metric(
      name: "frames a second at 115200 baud, ascii 64×24, colours 16, jitter 0",
      ours: hundredths(our), theirs: "\(peer.name) \(hundredths(their))", ratio: their / our,
      target: 0.3)
  }

  /// What the frames take one after the other, on a terminal that shows the first already, and the first again.
  private mutating func byteCount(_ depth: ColourDepth, jitter: Int) throws -> Int {
    var writer = GlyphWriter(.init(columns: 80, rows: 24, depth))
    var output: [UInt8] = []
    try draw(depth, jitter: jitter, &writer, into: &output)
    output.removeAll(keepingCapacity: true)
    try draw(depth, jitter: jitter, &writer, into: &output)
    return output.count
  }

  private mutating func draw(
    _ depth: ColourDepth, jitter: Int, _ writer: inout GlyphWriter, into output: inout [UInt8]
  ) throws {
    var style = GlyphStyle()
    style.depth = depth
    style.set(.jitter, to: jitter)
    var grid = GlyphGrid(columns: 64, rows: 24)
    let layout = FrameLayout(
      format: .mjpeg, width: GlyphBenchmark.width, height: GlyphBenchmark.height, bytesPerLine: 0)
    for (number, frame) in frames.enumerated() {
      let drawing = frame.withUnsafeBytes { bytes in
        Result { () throws(ImagingError) in
          try renderer.draw(
            bytes, layout, number: number, style, .unicode, into: &grid, GlyphBenchmark.area)
        }
      }
      try drawing.get()
      _ = writer.update(to: grid, into: &output)
    }
  }

  /// The CPU time of a frame from its JPEG bytes to those for the terminal.
  private mutating func time(against peer: GlyphPeer) throws -> Metric {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var output: [UInt8] = []
    for _ in 0..<GlyphBenchmark.roundCount {
      var writer = GlyphWriter(.init(columns: 80, rows: 24, .sixteen))
      output.removeAll(keepingCapacity: true)
      let our = try milliseconds { try draw(.sixteen, jitter: 20, &writer, into: &output) }
      ours.append(our / Double(frames.count))
      theirs.append(try peer.time() / Double(frames.count))
    }
    let (our, their) = (median(ours), median(theirs))
    return Metric(
      name: "CPU per frame as glyphs, MJPG 640×480, ascii 64×24", ours: "\(hundredths(our)) ms",
      theirs: "\(peer.name) \(hundredths(their)) ms", ratio: our / their, target: 0.5)
  }

  /// A wall, a table and three things that move, a tenth of a second from frame to frame, with a sensor's noise.
  private static func scene() throws -> [[UInt8]] {
    let scene = Scene(width: width, height: height, RandomGenerator(seed: 4))
    var random = RandomGenerator(seed: 5)
    let encoder = try JPEGEncoder(layout: scene.layout, quality: 90)
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: scene.byteCount, alignment: 16)
    defer { pixels.deallocate() }
    var frames: [[UInt8]] = []
    for number in 0..<frameCount {
      scene.draw(into: pixels, at: .zero + .milliseconds(100 * number))
      var index = 0
      while index < pixels.count {
        pixels[index] = pixels[index] &+ UInt8(truncatingIfNeeded: random.next() & 7)
        index += 2
      }
      frames.append(try encoder.encode(UnsafeRawBufferPointer(pixels)) { Array($0) })
    }
    return frames
  }
}

/// Another program that shows pictures as characters, and a folder with the frames that it is to show.
struct GlyphPeer {
  let name: String
  private let folder: String

  /// Those that are installed.
  private static var installed: [String] {
    ["chafa", "img2txt"].filter { system("command -v \($0) >/dev/null") == 0 }
  }

  /// It and every other that is installed, with the same frames.
  var everyone: [GlyphPeer] {
    GlyphPeer.installed.map { GlyphPeer(name: $0, folder: folder) }
  }

  /// chafa, or else img2txt; nil where neither is installed.
  static func found() -> GlyphPeer? {
    guard let name = installed.first else { return nil }
    let folder = "\(Place.memory)/glyphs-\(getpid())"
    precondition(mkdir(folder, 0o700) == 0, "\(folder) can't be made")
    return GlyphPeer(name: name, folder: folder)
  }

  /// Removes the frames.
  func remove() { _ = system("rm -r '\(folder)'") }

  /// Makes `frame` the one with that number.
  func keep(_ frame: [UInt8], _ number: Int) throws {
    let file = try FileDescriptor(
      opening: "\(folder)/\(100 + number).jpg", O_WRONLY | O_CREAT, mode: 0o600)
    try frame.withUnsafeBytes { try file.writeAll($0) }
  }

  /// Bytes of all frames, each of 64 × 24 cells.
  func byteCount(_ depth: ColourDepth) throws -> Int {
    _ = system("\(command(depth)) >'\(folder)/output'")
    var facts = stat()
    precondition(stat("\(folder)/output", &facts) == 0, "\(name) wrote nothing")
    return Int(facts.st_size)
  }

  /// The CPU time of all frames in milliseconds; chafa shows them all in one process.
  func time() throws -> Double { VerifyBenchmark.processorTime(of: command(.sixteen)) }

  private func command(_ depth: ColourDepth) -> String {
    guard name == "chafa" else {
      return "for f in '\(folder)'/*.jpg; do img2txt -W 64 -H 24 -f ansi \"$f\"; done"
    }
    let colours = depth == .direct ? "full" : depth.rawValue
    return
      "chafa --size 64x24 --font-ratio 1/2 --symbols ascii -c \(colours) -d 0 '\(folder)'/*.jpg"
  }
}
