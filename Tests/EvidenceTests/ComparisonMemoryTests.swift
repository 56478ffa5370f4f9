import Core
import Testing

@testable import Evidence

/// What a device keeps of the latest comparison of its store.
@Suite struct ComparisonMemoryTests {
  private let folder = TemporaryFolder()

  private func kept() throws -> Comparison? {
    var store = try folder.open(at: .sample(20))
    return try store.facts(at: .sample(20)).comparison
  }

  @Test(arguments: [nil, 1_774_622_668_250_000])
  func theNextStartKnowsIt(time: Int?) throws {
    #expect(try kept() == nil)
    let found = Comparison(flawCount: 3, pieceCount: 9, endedAt: time)
    let store = try Archive(directory: folder.path).storeID()
    try DeviceFolder("\(folder.path)/device").keep(found, of: store)
    #expect(try kept() == found)
    let next = Comparison(flawCount: 0, pieceCount: 10, endedAt: time)
    try DeviceFolder("\(folder.path)/device").keep(next, of: store)
    #expect(try kept() == next)
  }

  @Test(arguments: ["", "3", "3 9", "3 9 x\n", "3 9\n\n", "-1 9\n", "nonsense\n"])
  func whatCanNotBeReadClaimsNothing(text: String) throws {
    _ = try kept()
    let store = try Archive(directory: folder.path).storeID()
    try folder.write(Array(text.utf8), as: "device/\(store).compared")
    #expect(try kept() == nil)
  }

  @Test func thatOfAnotherStoreIsNotThisOnes() throws {
    _ = try kept()
    let found = Comparison(flawCount: 3, pieceCount: 9, endedAt: nil)
    let device = DeviceFolder("\(folder.path)/device")
    try device.keep(found, of: String(repeating: "a", count: 32))
    try device.keep(found, of: "../store")
    #expect(try kept() == nil)
  }
}
