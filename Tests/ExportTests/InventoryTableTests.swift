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

  @Test func aThingHasARowWithItsFirstAndLastDate() {
    let times = [1_774_626_268_775_000, 1_774_600_000_000_000].map {
      KnownTime(microseconds: $0, clock: .synchronised)
    }
    let items: [Inventory.Item] = [
      .sample(1, at: times[0]), .sample(2, at: times[1]), .sample(3), .sample(4, of: 2, "=Bag"),
    ]
    #expect(
      InventoryTable.text(of: .sample(items)) == """
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

  @Test func whatPeopleSaidOfAThingHasAColumnEach() {
    let said: [ThingField: String] = [
      .brand: "Omega", .serialNumber: "4711", .price: "1200", .currency: "EUR",
      .notes: "=old, worn",
    ]
    let text = InventoryTable.text(of: .sample([.sample(1)], [1: said]))
    #expect(text.hasSuffix(",,,,Omega,,,,,,4711,,,1200,EUR,,\"'=old, worn\"\r\n"))
  }
}

extension ExportContents {
  /// An export of `items`, whose copies are called as their originals.
  static func sample(
    _ items: [Inventory.Item], _ fields: [Int: [ThingField: String]] = [:]
  ) -> ExportContents {
    var things: [Int: String] = [:]
    for item in items { things[item.thing] = item.piece.thing }
    let entries = things.sorted { $0.key < $1.key }.map { number, title in
      Inventory.Entry(
        thing: Thing(number: number, id: "thing-\(number)", label: title, category: "other"),
        fields: fields[number] ?? [:])
    }
    let inventory = Inventory(
      store: "c0ffee", key: PublicKey([UInt8](repeating: 7, count: 32)),
      head: Head(sequence: 9, hash: String(repeating: "b", count: 64)), entries: entries,
      items: items, purged: [], absent: [:], kept: [])
    var names = ExportNames()
    var contents = ExportContents(inventory: inventory, program: "9.9")
    contents.pieces = items.map { item in
      let file = ExportContent.file(path: "/nowhere", beginning: [], resumeOffset: 0)
      return ExportedPiece(
        PieceSource(
          item: item,
          original: ExportEntry(
            "proof/\(item.piece.file)", file, byteCount: 1000, sha256: item.piece.sha256),
          copy: ExportEntry(names.copy(item), file, byteCount: 1100, sha256: "copy")))
    }
    return contents
  }
}
