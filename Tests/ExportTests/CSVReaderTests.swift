import Testing

@testable import Export

@Suite struct CSVReaderTests {
  private let folder = ExportFolder()

  @Test(arguments: [
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("\u{FEFF}a;b\n\"c;\"\"d\"\"\";\n", [["a", "b"], ["c;\"d\"", ""]]),
    ("a\tb\rc\t\"d\r\ne\"", [["a", "b"], ["c", "d\r\ne"]]),
    ("a,b;c,d\n", [["a", "b;c", "d"]]),
    ("a \"b\",\"c\"d\"\n", [["a \"b\"", "cd\""]]),
    ("a\n\n,\n", [["a"], [""], ["", ""]]),
    ("a,\"b", [["a", "b"]]),
    ("", []),
  ])
  func rowsAreReadAsSpreadsheetsWriteThem(text: String, rows: [[String]]) throws {
    #expect(try read(Array(text.utf8)).rows == rows)
  }

  @Test(arguments: [[0xFF, 0x0A], Array(repeating: 0x61, count: 1 << 18)])
  func whatIsNoTableIsNotReadOn(bytes: [UInt8]) throws {
    let (rows, isBroken) = try read(bytes)
    #expect(rows.isEmpty && isBroken)
  }

  @Test func aRowMayGoOverTheEndOfABlock() throws {
    let text = String(repeating: "a,\"b\"\"\",\r\n", count: 20_000)
    #expect(try read(Array(text.utf8)).rows == Array(repeating: ["a", "b\"", ""], count: 20_000))
  }

  private func read(_ bytes: [UInt8]) throws -> (rows: [[String]], isBroken: Bool) {
    try folder.write(bytes, as: "table.csv")
    let reader = try #require(CSVReader(at: "\(folder.path)/table.csv"))
    var rows: [[String]] = []
    while let row = reader.nextRow() { rows.append(row) }
    return (rows, reader.isBroken)
  }
}
