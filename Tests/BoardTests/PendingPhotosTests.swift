import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

@Suite final class PendingPhotosTests {
  private let directory: String

  init() {
    var template = Array("/tmp/exhibit-photos-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Folder.erase(directory)
  }

  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  private var setup: StoreSetup {
    StoreSetup(
      directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1"))
  }

  private var shot: Shot {
    let series = Series(origin: .zero, countdown: .seconds(3), interval: .seconds(1), count: 1)
    let frame = Frame(sequence: 7, byteCount: 512, stamped: .zero + .seconds(3))
    return Shot(id: 1, series: series, index: 0, frame: frame)
  }

  private func keepGrey(in photos: inout PendingPhotos) throws {
    let grey = [UInt8](repeating: 128, count: 512)
    let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)
    try grey.withUnsafeBytes { bytes in
      try photos.keep(LentFrame(bytes, layout, format: "YUYV", quality: 90), for: 1)
    }
  }

  @Test func theLatestAreFewWhereNumbersWereSkipped() throws {
    mkdir("\(directory)/evidence", 0o750)
    mkdir("\(directory)/evidence/000", 0o750)
    close(creat("\(directory)/evidence/000/000070.txt", 0o640))
    var photos = PendingPhotos()
    var store = BoardStore(setup)
    _ = try store.open(at: now)
    for _ in 1...2 {
      try keepGrey(in: &photos)
      _ = try photos.insert(shot, taken: now, into: store, at: now)
    }
    #expect(store.current?.latest(1).map(\.number) == [72])
  }

  @Test func aPictureWithoutAnOpenStoreIsLostInWords() throws {
    var photos = PendingPhotos()
    let store = BoardStore(setup)
    try keepGrey(in: &photos)
    var failure: Failure?
    do { _ = try photos.insert(shot, taken: now, into: store, at: now) } catch { failure = error }
    #expect(failure?.phrase.key == "store.not-open")
    #expect(photos.count == 0)
  }

  @Test func aGapWithoutAnOpenStoreIsAFailureOfTheStore() throws {
    var store = BoardStore(setup)
    let gap = Gap(from: .zero, to: now.instant, cause: .fault)
    var failure: Failure?
    do { try store.opened().note([.gap(gap)], at: now) } catch { failure = error }
    #expect(failure == Failure(.store, .storeNotOpen))
    _ = try store.open(at: now)
    try store.opened().note([.gap(gap)], at: now)
  }

  @Test func aPictureThatWasDroppedCannotBeStored() throws {
    var photos = PendingPhotos()
    var store = BoardStore(setup)
    _ = try store.open(at: now)
    try keepGrey(in: &photos)
    photos.drop(1, from: store.current)
    var failure: Failure?
    do { _ = try photos.insert(shot, taken: now, into: store, at: now) } catch { failure = error }
    #expect(failure?.phrase.key == "camera.frame-gone")
  }

  @Test func aMediumThatDoesNotFlushIsAFailure() throws {
    var broken = setup
    broken.medium = FlushlessMedium()
    var store = BoardStore(broken)
    var failure: Failure?
    do { _ = try store.open(at: now) } catch { failure = error }
    #expect(failure?.role == .store)
  }

  @Test func aPictureThatIsStoredIsListedAndMeasured() throws {
    var photos = PendingPhotos()
    var store = BoardStore(setup)
    _ = try store.open(at: now)
    try keepGrey(in: &photos)
    #expect(photos.count == 1)
    let piece = try photos.insert(shot, taken: now, into: store, at: now)
    #expect(photos.count == 0)
    let listed = try store.opened().answer(.pieces(.all), asJSON: true)
    #expect(listed.text(in: .english).contains(piece.sha256))
    #expect(listed.json.hasPrefix("[{"), "programs outside read an array")
    let facts = store.current?.facts(at: now)
    #expect(facts?.pieceCount == 1 && facts?.thing.titlePicture == 1)
    #expect(store.current?.space != nil)
  }
}

extension PendingPhotosTests {
  @Test(arguments: [
    (Effect.Inquiry.things, #"{"things":[{"number":1,"#), (.requests, #"{"requests":[]}"#),
  ])
  func whatIsAListForPeopleIsAnObjectForPrograms(inquiry: Effect.Inquiry, start: String) throws {
    var store = BoardStore(setup)
    _ = try store.open(at: now)
    #expect(try store.opened().answer(inquiry, asJSON: true).json.hasPrefix(start))
  }
}

/// A medium that can't make anything durable.
private final class FlushlessMedium: Medium {
  func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    throw SystemError(call: "fsync", code: EIO)
  }
}
