import Core
import Glibc
import System
import Testing

@testable import Keeping

@Suite final class KeeperTests {
  private let directory: String

  init() {
    var template = Array("/tmp/exhibit-keeper-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Folder.erase(directory)
  }

  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  private var shot: Shot {
    let series = Series(origin: .zero, countdown: .seconds(3), interval: .seconds(1), count: 1)
    let frame = Frame(sequence: 7, byteCount: 512, stamped: .zero + .seconds(3))
    return Shot(id: 1, series: series, index: 0, frame: frame)
  }

  private func keepGrey(in keeper: inout Keeper) throws {
    let grey = [UInt8](repeating: 128, count: 512)
    let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)
    try grey.withUnsafeBytes { try keeper.keep($0, layout, from: "YUYV", for: 1) }
  }

  @Test func aPictureWithoutAnOpenStoreIsLostInWords() throws {
    var keeper = Keeper(store: directory, quality: 90)
    try keepGrey(in: &keeper)
    var failure: Failure?
    do { _ = try keeper.insert(shot, taken: now) } catch { failure = error }
    #expect(failure?.phrase.key == .storeNotOpen)
    #expect(keeper.pictureCount == 0)
  }

  @Test func aGapWithoutAnOpenStoreIsAFailureOfTheStore() throws {
    var keeper = Keeper(store: directory, quality: 90)
    let gap = Gap(from: .zero, to: now.instant, cause: .fault)
    var failure: Failure?
    do { try keeper.note(gap, at: now) } catch { failure = error }
    #expect(failure == Failure(.store, Phrase(.storeNotOpen)))
    _ = try keeper.open(at: now)
    try keeper.note(gap, at: now)
  }

  @Test func aPictureThatWasDroppedCannotBeStored() throws {
    var keeper = Keeper(store: directory, quality: 90)
    _ = try keeper.open(at: now)
    try keepGrey(in: &keeper)
    keeper.drop(1)
    var failure: Failure?
    do { _ = try keeper.insert(shot, taken: now) } catch { failure = error }
    #expect(failure?.phrase.key == .frameGone)
  }

  @Test func aMediumThatDoesNotFlushIsAFailure() throws {
    var keeper = Keeper(store: directory, quality: 90, flush: { _ in -1 })
    var failure: Failure?
    do { _ = try keeper.open(at: now) } catch { failure = error }
    #expect(failure?.role == .store)
  }

  @Test func aPictureThatIsStoredIsListedAndMeasured() throws {
    var keeper = Keeper(store: directory, quality: 90)
    _ = try keeper.open(at: now)
    try keepGrey(in: &keeper)
    #expect(keeper.pictureCount == 1)
    let piece = try keeper.insert(shot, taken: now)
    #expect(keeper.pictureCount == 0)
    #expect(keeper.listing(asJSON: true).contains(piece.sha256))
    var facts = Measurements()
    keeper.measure(into: &facts)
    #expect(facts.pieceCount == 1)
    #expect(facts.space != nil)
  }
}
