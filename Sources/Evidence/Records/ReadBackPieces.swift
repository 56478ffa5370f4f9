/// Pieces whose copies were read back elsewhere, and by which they are told: their numbers, and one digest.
package struct ReadBackPieces: Hashable, Sendable {
  /// The numbers, in their order.
  package let numbers: [Int]
  /// The SHA-256 of a line `NUMBER SHA256` for each piece, in the order of the numbers, each with a line feed.
  package let sha256: String

  /// The pieces that have these `digests` by their numbers.
  package init(_ digests: [Int: String]) {
    numbers = digests.keys.sorted()
    sha256 = Digest.of(numbers.map { "\($0) \(digests[$0] ?? "")\n" }.joined())
  }
}
