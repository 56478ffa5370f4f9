import Testing

@testable import Core

@Suite struct CalendarTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-03-27T15:44:28+01:00", 1_774_622_668_000_000),
    ("2026-03-27T14:44:28.25Z", 1_774_622_668_250_000),
    ("2026-03-27T14:44Z", 1_774_622_640_000_000),
    ("2026-03-27T10:44:28-0400", 1_774_622_668_000_000),
    ("2000-02-29T00:00+00", 951_782_400_000_000),
  ])
  func aTimeIsRead(text: String, microseconds: Int) {
    #expect(CalendarTime(text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "now", "2026-03-27", "2026-03-27T15:44:28", "2026-02-29T00:00Z", "2100-02-29T00:00Z",
    "2026-13-01T00:00Z", "2026-03-27T24:00Z", "2026-03-27T15:60Z", "2026-03-27T15:44:60Z",
    "2026-03-27T15:44:28+24:00", "2026-03-27T15:44:28.Z", "2026-03-27T15:44:28Zx",
    "2026-3-27T15:44:28Z", "+026-03-27T15:44:28Z", "2026-03-27 15:44:28Z",
  ])
  func whatIsNoTimeIsNotRead(text: String) {
    #expect(CalendarTime(text) == nil)
  }

  @Test func everyDayIsWrittenAsItIsRead() {
    for day in stride(from: 0, to: 60_000, by: 13) {
      let time = CalendarTime(microseconds: (day * 86_400 + day % 86_400) * 1_000_000)
      #expect(CalendarTime(time.brief) == time)
      #expect(CalendarTime(time.text) == time)
    }
  }
}
