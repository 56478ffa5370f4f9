import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct InventoryTableTests {
  @Test(arguments: [
    (["1", "Omega watch"], "1,Omega watch\r\n"),
    (["a,b", "say \"hi\"", ""], "\"a,b\",\"say \"\"hi\"\"\",\r\n"),
    (["two\nlines"], "\"two\nlines\"\r\n"),
    (["=1+1", "+1", "-1", "@A1"], "'=1+1,'+1,'-1,'@A1\r\n"),
    (["=\"a,b\""], "\"'=\"\"a,b\"\"\"\r\n"),
    (["\t=1"], "\"'\t=1\"\r\n"),
    (["1-1", "a=b"], "1-1,a=b\r\n"),
  ])
  func cellsAreQuotedAndNeverFormulas(cells: [String], line: String) {
    #expect(InventoryTable.line(cells) == line)
  }

  @Test func aThingHasARowWithItsFirstAndLastDate() throws {
    let times = [1_774_626_268_775_000, 1_774_600_000_000_000].map {
      KnownTime(microseconds: $0, clock: .synchronised)
    }
    let items: [Inventory.Item] = [
      .sample(1, at: times[0]), .sample(2, at: times[1]), .sample(3), .sample(4, of: 2, "=Bag"),
    ]
    #expect(
      try InventoryTable.entry(of: .sample(items), as: "t").text == """
        \u{FEFF}number,title,category,pieces,first,last,\(InventoryTableTests.fields)\r
        1,Unsorted,other,3,2026-03-27T08:26:40.000Z,2026-03-27T15:44:28.775Z\(commas)\r
        2,'=Bag,other,1,,\(commas)\r\n
        """)
  }

  private let commas = String(repeating: ",", count: 14)
  private static let fields = """
    description,brand,model,color,upc,tags,collect,serial_number,purchase_date,purchase_place,\
    price,currency,location,notes
    """

  @Test func whatPeopleSaidOfAThingHasAColumnEach() throws {
    let said: [ThingField: String] = [
      .brand: "Omega", .serialNumber: "4711", .price: "1200", .currency: "EUR",
      .notes: "=old, worn",
    ]
    let text = try InventoryTable.entry(of: .sample([.sample(1)], [1: said]), as: "t").text
    #expect(text.hasSuffix(",,,,Omega,,,,,,4711,,,1200,EUR,,\"'=old, worn\"\r\n"))
  }
}

extension ExportContents {
  /// An export of `items`, whose copies are called as their originals.
  static func sample(
    _ items: [Inventory.Item], _ fields: [Int: [ThingField: String]] = [:],
    original: String? = nil
  ) throws -> ExportContents {
    let contents = try ExportContents(
      of: ExportedStore(
        store: "c0ffee", key: PublicKey([UInt8](repeating: 7, count: 32)),
        head: Head(sequence: 9, hash: String(repeating: "b", count: 64)), program: "9.9"))
    var names = ExportNames()
    for item in items {
      let file = ExportContent.file(path: "/nowhere", beginning: [], resumeOffset: 0)
      let source = PieceSource(
        item: item,
        original: ExportEntry(
          "proof/\(item.piece.file)", file, byteCount: 1000,
          sha256: original ?? item.piece.sha256),
        copy: ExportEntry(try names.copy(item).name, file, byteCount: 1100, sha256: "copy"))
      try contents.add(ExportedPiece(source), of: .sample(item, fields[item.thing] ?? [:]))
    }
    return contents
  }
}

extension Inventory.Entry {
  /// The thing of `item`, of which this was said.
  static func sample(
    _ item: Inventory.Item, _ fields: [ThingField: String] = [:]
  ) -> Inventory.Entry {
    let number = item.thing
    return Inventory.Entry(
      thing: Thing(
        number: number, id: "thing-\(number)", label: item.piece.thing, category: "other"),
      fields: fields)
  }
}

extension ExportEntry {
  /// All that it holds.
  var text: String {
    get throws {
      var bytes: [UInt8] = []
      try ContentReader().read(content) { (block) throws(Failure) in bytes += block }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
