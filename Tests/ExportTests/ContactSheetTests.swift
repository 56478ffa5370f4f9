import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct ContactSheetTests {
  private let evil = "<script>alert('&')</script>\"\u{202e}"

  private func sheet(_ items: Inventory.Item...) throws -> String {
    try ContactSheet.entry(of: .sample(items)).text
  }

  /// The values of the attribute `name`, in their order.
  private func values(of name: String, in text: String) -> [String] {
    text.split(separator: " \(name)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func nothingComesFromElsewhereOrRuns() throws {
    let text = try sheet(.sample(1), .sample(2, of: 2, evil))
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

  @Test func titlesAreTextAndNothingElse() throws {
    let text = try sheet(.sample(2, of: 2, evil))
    #expect(text.contains("&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;&quot;?"))
    #expect(!text.unicodeScalars.contains("\u{202e}"))
  }

  @Test func linksNameTheFilesAsTheyAre() throws {
    let text = try sheet(.sample(17, of: 3, "Ωmega #1 100%"))
    #expect(values(of: "src", in: text) == ["3%20%CE%A9mega%20_1%20100_/17%20photo.jpg"])
  }

  @Test func eachPictureIsSaidInWords() throws {
    let time = KnownTime(microseconds: 1_774_626_268_775_000, clock: .told)
    let text = try sheet(
      .sample(1, of: 3, "Omega watch", at: time), .sample(2, of: 3, "Omega watch"))
    #expect(
      values(of: "alt", in: text) == [
        "Photo 1 of Omega watch, 2026-03-27 15:44:28 UTC, by a clock that a person set",
        "Photo 2 of Omega watch, time unknown",
      ])
  }

  @Test func thingsAreHeadingsAndTheirPicturesLists() throws {
    let text = try sheet(.sample(1, of: 1, "A"), .sample(2, of: 2, "B"), .sample(3, of: 2, "B"))
    #expect(text.split(separator: "<h1>").count == 2)
    #expect(text.split(separator: "<section").count == 3)
    #expect(text.split(separator: "<ul>").count == 3)
    #expect(text.split(separator: "<li>").count == 4)
    #expect(text.contains("<html lang=\"en\">"))
  }

  @Test func thingsOfOnePictureStandBesideEachOther() throws {
    let text = try sheet(.sample(1, of: 1, "A"), .sample(2, of: 2, "B"), .sample(3, of: 2, "B"))
    #expect(
      text.split(separator: "<section class=\"single\" aria-labelledby=\"thing-1\"").count == 2)
    #expect(text.split(separator: "<section aria-labelledby=\"thing-2\"").count == 2)
  }

  @Test func whatPeopleSaidOfAThingStandsBelowItsTitle() throws {
    let said: [ThingField: String] = [.purchaseDate: "2019-05-04", .brand: "A<b"]
    let contents = try ExportContents.sample(
      [.sample(1, of: 1, "A"), .sample(2, of: 2, "B")], [1: said])
    let text = try ContactSheet.entry(of: contents).text
    #expect(text.contains("<br>brand: A&lt;b; purchase date: 2019-05-04</p>"))
    #expect(!text.contains("brand: </p>") && text.split(separator: "<br>brand").count == 2)
  }

  @Test func aPictureThatWasChangedSaysSo() throws {
    let changed = "changed after it was stored"
    #expect(try !sheet(.sample(1)).contains(changed))
    let other = try ExportContents.sample([.sample(1)], original: "other")
    #expect(try ContactSheet.entry(of: other).text.contains(changed))
  }

  @Test func titlesDecisionsAndRequestsAreSaid() throws {
    var item = Inventory.Item.sample(1, of: 3, "Omega watch")
    item.request = Inventory.Item.Request(number: 2, title: "Roof & wall")
    let text = try sheet(item)
    #expect(text.contains("<br>For request 2: Roof &amp; wall"))
  }
}
