import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct ContactSheetTests {
  private let evil = "<script>alert('&')</script>\"\u{202e}"

  private func sheet(_ items: Inventory.Item...) -> String {
    ContactSheet(of: .sample(items)).text
  }

  /// The values of the attribute `name`, in their order.
  private func values(of name: String, in text: String) -> [String] {
    text.split(separator: " \(name)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func nothingComesFromElsewhereOrRuns() {
    let text = sheet(.sample(1), .sample(2, of: 2, evil))
    let runs = ["<script", "javascript:", "://"].filter { text.contains($0) }
    #expect(runs == [])
    let attributes = text.split(separator: "=\"").dropLast().map { part in
      String(part.reversed().prefix { $0.isLetter || $0 == "-" }.reversed())
    }
    #expect(attributes.contains("href") && !attributes.contains { $0.hasPrefix("on") })
    let links = values(of: "href", in: text) + values(of: "src", in: text)
    #expect(links.count == 6)
    #expect(links.allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") && !$0.contains(":") })
  }

  @Test func titlesAreTextAndNothingElse() {
    let text = sheet(.sample(2, of: 2, evil))
    #expect(text.contains("&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;&quot;?"))
    #expect(!text.unicodeScalars.contains("\u{202e}"))
  }

  @Test func linksNameTheFilesAsTheyAre() {
    let text = sheet(.sample(17, of: 3, "Ωmega #1 100%"))
    #expect(values(of: "src", in: text) == ["3%20%CE%A9mega%20_1%20100_/17%20photo.jpg"])
  }

  @Test func eachPictureIsSaidInWords() {
    let time = KnownTime(microseconds: 1_774_626_268_775_000, clock: .told)
    let text = sheet(.sample(1, of: 3, "Omega watch", at: time), .sample(2, of: 3, "Omega watch"))
    #expect(
      values(of: "alt", in: text) == [
        "Photo 1 of Omega watch, 2026-03-27 15:44:28 UTC, by a clock that a person set",
        "Photo 2 of Omega watch, time unknown",
      ])
  }

  @Test func thingsAreHeadingsAndTheirPicturesLists() {
    let text = sheet(.sample(1, of: 1, "A"), .sample(2, of: 2, "B"), .sample(3, of: 2, "B"))
    #expect(text.split(separator: "<h1>").count == 2)
    #expect(text.split(separator: "<section").count == 3)
    #expect(text.split(separator: "<ul>").count == 3)
    #expect(text.split(separator: "<li>").count == 4)
    #expect(text.contains("<html lang=\"en\">"))
  }

  @Test func thingsOfOnePictureStandBesideEachOther() {
    let text = sheet(.sample(1, of: 1, "A"), .sample(2, of: 2, "B"), .sample(3, of: 2, "B"))
    #expect(
      text.split(separator: "<section class=\"single\" aria-labelledby=\"thing-1\"").count == 2)
    #expect(text.split(separator: "<section aria-labelledby=\"thing-2\"").count == 2)
  }

  @Test func whatPeopleSaidOfAThingStandsBelowItsTitle() {
    let said: [ThingField: String] = [.purchaseDate: "2019-05-04", .brand: "A<b"]
    let contents = ExportContents.sample(
      [.sample(1, of: 1, "A"), .sample(2, of: 2, "B")], [1: said])
    let text = ContactSheet(of: contents).text
    #expect(text.contains("<br>brand: A&lt;b; purchase date: 2019-05-04</p>"))
    #expect(!text.contains("brand: </p>") && text.split(separator: "<br>brand").count == 2)
  }

  @Test func aPictureThatWasChangedSaysSo() {
    var contents = ExportContents.sample([.sample(1)])
    #expect(!ContactSheet(of: contents).text.contains("changed after it was stored"))
    let item = contents.pieces[0].item
    let file = ExportContent.bytes([])
    contents.pieces = [
      ExportedPiece(
        PieceSource(
          item: item, original: ExportEntry("o", file, byteCount: 0, sha256: "other"),
          copy: ExportEntry("c", file, byteCount: 0, sha256: "other")))
    ]
    #expect(ContactSheet(of: contents).text.contains("changed after it was stored"))
  }
}
