/// A number in digits that are read across a room, five rows high.
enum BigDigits {
  /// Three by five points a digit; a point is two cells, which is about square.
  private static let font = [
    ["###", "# #", "# #", "# #", "###"], [" # ", "## ", " # ", " # ", "###"],
    ["###", "  #", "###", "#  ", "###"], ["###", "  #", "###", "  #", "###"],
    ["# #", "# #", "###", "  #", "  #"], ["###", "#  ", "###", "  #", "###"],
    ["###", "#  ", "###", "# #", "###"], ["###", "  #", "  #", "  #", "  #"],
    ["###", "# #", "###", "# #", "###"], ["###", "# #", "###", "  #", "###"],
  ]

  /// The rows of `number`, which is not negative, from the top.
  static func rows(of number: Int) -> [String] {
    let digits = String(number).compactMap(\.wholeNumberValue).map { font[$0] }
    return (0..<5).map { row in
      digits.map { digit in
        digit[row].map { $0 == "#" ? "██" : "  " }.joined()
      }.joined(separator: "  ")
    }
  }
}
