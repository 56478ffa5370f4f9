import Core
import Testing

@testable import Evidence

@Suite struct IdentifiersTests {
  @Test func aLaterInstantSortsLater() throws {
    var identifiers = Identifiers(boot: 1)
    let early = try identifiers.next(at: Instant(nanoseconds: 999_999_000))
    let late = try identifiers.next(at: Instant(nanoseconds: 1_000_000_000))
    #expect(early < late)
  }

  @Test func aLaterBootSortsLaterThoughItsClockReadsLess() throws {
    var before = Identifiers(boot: 31)
    var after = Identifiers(boot: 32)
    let old = try before.next(at: .zero + .seconds(86_400))
    let new = try after.next(at: .zero + .seconds(1))
    #expect(old < new)
  }

  @Test func oneInstantGivesManyInOrder() throws {
    var identifiers = Identifiers(boot: 1)
    var made: [String] = []
    for _ in 0..<100 { made.append(try identifiers.next(at: .zero + .seconds(5))) }
    #expect(made == made.sorted())
    #expect(Set(made).count == 100)
  }

  @Test func twoBoardsNeverAgree() throws {
    var one = Identifiers(boot: 1)
    var other = Identifiers(boot: 1)
    let (first, second) = (try one.next(at: .zero), try other.next(at: .zero))
    #expect(first != second)
    #expect(first.prefix(15) == second.prefix(15))
  }

  @Test func theyAreTwentySixCharactersThatAnyFileSystemTakes() throws {
    var identifiers = Identifiers(boot: 7)
    let id = try identifiers.next(at: Instant(nanoseconds: 1_000_000))
    #expect(id.hasPrefix("0000700000000z8"))
    #expect(id.count == 26)
    #expect(id.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
  }
}
