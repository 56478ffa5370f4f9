/// Colours of glyphs that change from the top line to the bottom one, through all of its stops.
package struct GlyphGradient: Hashable, Sendable {
  /// A colour at its place.
  package struct Stop: Hashable, Sendable {
    /// How far down it stands, in thousandths of the picture's height.
    package let perMille: Int
    /// The colour there.
    package let colour: GlyphColour

    /// The colour at that place; one outside of the picture is moved to its edge.
    package init(perMille: Int, _ colour: GlyphColour) {
      self.perMille = ClampedNumber(perMille, to: GlyphGradient.places).value
      self.colour = colour
    }
  }

  /// Why a gradient stays as it is.
  package enum Refusal: Error, Hashable, Sendable {
    /// It has all the stops that it can have.
    case full
    /// It has as few stops as it can have.
    case fewest
    /// It has no stop of that number.
    case noSuchStop
  }

  /// Where stops can be, in thousandths.
  package static let places = 0...1000
  /// How many stops there can be.
  package static let counts = 2...4
  /// What it is unless somebody says otherwise.
  package static let standard = GlyphGradient(
    sorted: [Stop(perMille: 0, GlyphColour(0xffffff)), Stop(perMille: 1000, GlyphColour(0x008080))])

  /// The stops from the top, at least two.
  package private(set) var stops: [Stop]

  private init(sorted stops: [Stop]) {
    self.stops = stops
  }

  /// The gradient through `stops` in the order of their places; nil if there are too few or too many.
  package init?(stops: [Stop]) {
    guard GlyphGradient.counts.contains(stops.count) else { return nil }
    self.stops = []
    for stop in stops { insert(stop) }
  }

  /// Adds a stop, behind those at the same place.
  package mutating func add(_ stop: Stop) throws(Refusal) {
    guard stops.count < GlyphGradient.counts.upperBound else { throw .full }
    insert(stop)
  }

  /// Puts `stop` in the place of the one with `number`, counted from 1 at the top.
  package mutating func set(_ number: Int, to stop: Stop) throws(Refusal) {
    guard stops.indices.contains(number - 1) else { throw .noSuchStop }
    stops.remove(at: number - 1)
    insert(stop)
  }

  /// Removes the stop with `number`, counted from 1 at the top.
  package mutating func remove(_ number: Int) throws(Refusal) {
    guard stops.indices.contains(number - 1) else { throw .noSuchStop }
    guard stops.count > GlyphGradient.counts.lowerBound else { throw .fewest }
    stops.remove(at: number - 1)
  }

  /// The colour `perMille` thousandths down.
  package func colour(at perMille: Int) -> GlyphColour {
    var before = stops[0]
    guard perMille >= before.perMille else { return before.colour }
    for index in 1..<stops.count {
      let after = stops[index]
      if after.perMille > perMille {
        return before.colour.mixed(
          with: after.colour, perMille - before.perMille, of: after.perMille - before.perMille)
      }
      before = after
    }
    return before.colour
  }

  /// The colour of a line, counted from 0 at the top, among `count`.
  package func colour(ofLine line: Int, of count: Int) -> GlyphColour {
    colour(at: count > 1 ? line * GlyphGradient.places.upperBound / (count - 1) : 0)
  }

  private mutating func insert(_ stop: Stop) {
    let index = stops.firstIndex { $0.perMille > stop.perMille } ?? stops.count
    stops.insert(stop, at: index)
  }
}
