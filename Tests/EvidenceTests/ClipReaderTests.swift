import Core
import Glibc
import Testing

@testable import Evidence

/// Finding a picture in a clip's file, wherever that was cut off or changed.
@Suite struct ClipReaderTests {
  private static let seal = ClipSeal(store: "store", piece: "piece")
  private let folder = TemporaryFolder()

  /// A clip with frames at these microseconds, with a seal after every third.
  private static func clip(_ times: [UInt64]) -> [UInt8] {
    var bytes = ClipHeader.bytes(width: 64, height: 48)
    let key = DeviceKey.random()
    for (index, time) in times.enumerated() {
      let jpeg = picture("frame \(index + 1)")
      bytes += clusterPrefix(of: jpeg, at: time) + jpeg
      if index % 3 == 2 { bytes += seal.bytes(over: Digest.of(bytes), by: key) }
    }
    return bytes
  }

  private func reader(_ bytes: [UInt8], isComplete: Bool = true) throws -> ClipReader {
    try folder.write(bytes, as: "clip.mkv")
    let reader = try ClipReader.open("\(folder.path)/clip.mkv")
    while isComplete, !reader.isComplete { try reader.advance(elements: 7) }
    return reader
  }

  private func bytes(_ number: Int, in reader: ClipReader) throws -> [UInt8]? {
    try reader.withPicture(number) { Array($0) }
  }

  @Test func eachPictureIsLentByteForByte() throws {
    let reader = try reader(Self.clip([0, 40_000, 80_000, 120_000, 200_000]))
    #expect(reader.count == 5 && reader.length == .milliseconds(200))
    for number in 1...5 { #expect(try bytes(number, in: reader) == picture("frame \(number)")) }
    #expect(try bytes(0, in: reader) == nil && bytes(6, in: reader) == nil)
  }

  @Test(arguments: [
    (0, 1), (39, 1), (40, 2), (41, 2), (119, 3), (120, 4), (199, 4), (200, 5), (100_000, 5),
  ])
  func theStillAtATimeIsTheLatestThatIsNotLater(milliseconds: Int, number: Int) throws {
    let reader = try reader(Self.clip([0, 40_000, 80_000, 120_000, 200_000]))
    #expect(try reader.number(at: .milliseconds(milliseconds)) == number)
  }

  @Test func timesCountFromTheFirstPicture() throws {
    let reader = try reader(Self.clip([500_000, 540_000]))
    #expect(try reader.number(at: .milliseconds(39)) == 1)
    #expect(try reader.number(at: .milliseconds(40)) == 2)
    let time = try #require(try reader.time(of: 2))
    #expect(time.sinceFirst == .milliseconds(40) && time.sinceBeginning == .milliseconds(540))
  }

  @Test func noTimeIsTooEarlyOrTooLate() throws {
    let reader = try reader(Self.clip([7, 8]))
    #expect(try reader.number(at: .seconds(-5)) == 1)
    #expect(try reader.number(at: .seconds(9_000_000_000)) == 2)
  }

  @Test func wherePicturesHaveOneTimeTheLastIsFound() throws {
    #expect(try reader(Self.clip([0, 0, 0, 9])).number(at: .zero) == 3)
  }

  @Test func aClipThatWasCutOffHasExactlyItsWholePictures() throws {
    let whole = Self.clip([0, 40_000, 80_000, 120_000])
    var ends: [Int] = []
    let reader = try reader(whole)
    for number in 1...4 {
      let jpeg = picture("frame \(number)")
      let end = (0...(whole.count - jpeg.count)).first { whole[$0...].starts(with: jpeg) }
      ends.append(try #require(end) + jpeg.count)
    }
    #expect(reader.count == 4)
    for cut in 0...whole.count {
      let torn = try self.reader(Array(whole[..<cut]))
      let count = ends.count { $0 <= cut }
      #expect(torn.count == count, "cut off at \(cut)")
      if count > 0 { #expect(try torn.isWhole(count), "cut off at \(cut)") }
      #expect(try torn.number(at: .seconds(9)) == (count > 0 ? count : nil))
    }
  }

  @Test func aChangedPictureIsNotLentAndTheOthersAre() throws {
    var bytes = Self.clip([0, 40_000, 80_000])
    let jpeg = picture("frame 2")
    let found = (0..<bytes.count).first { bytes[$0...].starts(with: jpeg) }
    bytes[try #require(found) + 3] ^= 1
    let reader = try reader(bytes)
    #expect(reader.count == 3)
    #expect(try [1, 2, 3].map { try reader.isWhole($0) } == [true, false, true])
  }

  @Test(arguments: [0, 5, 24, 31])
  func aPictureWhoseHeadIsChangedIsPassedOver(offset: Int) throws {
    var bytes = Self.clip([0, 40_000, 80_000, 120_000])
    let head = clusterPrefix(of: picture("frame 2"), at: 40_000)
    let found = (0..<bytes.count).first { bytes[$0...].starts(with: head) }
    bytes[try #require(found) + offset] ^= 0x21
    let reader = try reader(bytes)
    #expect(reader.count == 3 && reader.length == .milliseconds(120))
    for (number, text) in [1: "frame 1", 2: "frame 3", 3: "frame 4"] {
      #expect(try self.bytes(number, in: reader) == picture(text))
    }
    #expect(try reader.number(at: .milliseconds(100)) == 2)
  }

  @Test func aTimeThatIsChangedKeepsNoOtherPictureOut() throws {
    var bytes = Self.clip([0, 40_000, 80_000, 120_000])
    let head = clusterPrefix(of: picture("frame 2"), at: 40_000)
    let found = (0..<bytes.count).first { bytes[$0...].starts(with: head) }
    bytes[try #require(found) + 18] ^= 1
    let reader = try reader(bytes)
    #expect(reader.count == 3 && reader.length == .milliseconds(120))
    #expect(try self.bytes(2, in: reader) == picture("frame 3"))
  }

  @Test func aLongClipIsFoundAsWellBehindWhatIsBroken() throws {
    let times = (0..<3000).map { UInt64($0) * 1000 }
    var bytes = Self.clip(times)
    for (index, flip) in [(1, 0), (700, 4), (2050, 18), (2999, 25)] {
      let head = clusterPrefix(of: picture("frame \(index + 1)"), at: times[index])
      let start = index * (bytes.count / times.count + 1) - 20_000
      let found = (max(0, start)..<bytes.count).first { bytes[$0...].starts(with: head) }
      bytes[try #require(found) + flip] ^= 0x21
    }
    let reader = try reader(bytes)
    #expect(reader.count == 2996)
    for (number, text) in [1: 1, 2: 3, 699: 700, 700: 702, 2048: 2050, 2049: 2052, 2996: 2999] {
      #expect(try self.bytes(number, in: reader) == picture("frame \(text)"))
    }
  }

  @Test func aPictureFarBehindWhatIsNoneIsFound() throws {
    let parts = [Self.clip([0]), [UInt8](repeating: 0x1F, count: 8190)]
    let last = picture("frame 9")
    let reader = try reader(parts.flatMap { $0 } + clusterPrefix(of: last, at: 9) + last)
    #expect(reader.count == 2)
    #expect(try bytes(2, in: reader) == last)
  }

  @Test func zerosInPlaceOfTheEndAreNoPicture() throws {
    let whole = Self.clip([0, 40_000])
    let zeros = [UInt8](repeating: 0, count: 500)
    #expect(try reader(whole + zeros).count == 2)
    #expect(try reader(Array(whole.dropLast(1)) + zeros).count <= 2)
  }

  @Test func noChangedByteMakesItCrash() throws {
    let whole = Self.clip([0, 40_000, 80_000])
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x91
      let reader = try reader(bytes)
      for number in 0...4 { _ = try reader.isWhole(number) }
      #expect(reader.count <= 3)
    }
  }

  @Test func aLongClipTakesNoMoreMemoryAndIsFoundAsWell() throws {
    let count = 5000
    let reader = try reader(Self.clip((0..<count).map { UInt64($0) * 1000 }))
    #expect(reader.count == count)
    for number in [1, 2, 3, 1024, 1025, 1026, 2048, 4095, 4999, 5000] {
      #expect(try bytes(number, in: reader) == picture("frame \(number)"))
      #expect(try reader.number(at: .milliseconds(number - 1)) == number)
    }
  }

  @Test func itIsLookedThroughABitAtATime() throws {
    let reader = try reader(Self.clip([0, 1, 2, 3, 4]), isComplete: false)
    // EBML, segment, info and tracks stand before the first.
    try reader.advance(elements: 4)
    #expect(reader.count == 0 && !reader.isComplete)
    #expect(try reader.number(at: .zero) == nil)
    try reader.advance(elements: 2)
    #expect(reader.count == 2 && !reader.isComplete)
    #expect(try bytes(2, in: reader) == picture("frame 2"))
  }

  @Test func aFileThatIsGoneOnTheWayEndsInWordsAndNotInACrash() throws {
    let reader = try reader(Self.clip([0, 40_000, 80_000]))
    try folder.write([], as: "clip.mkv")
    #expect(try !reader.isWhole(3))
    #expect(try reader.time(of: 3)?.sinceFirst == .milliseconds(80))
    #expect(try reader.number(at: .seconds(1)) == 3)
  }

  @Test func whatIsNoFileIsAClipWithoutPicturesOrRefused() throws {
    mkdir("\(folder.path)/folder", 0o700)
    mkfifo("\(folder.path)/pipe", 0o600)
    symlink("/dev/zero", "\(folder.path)/link")
    for name in ["folder", "pipe"] {
      let reader = try ClipReader.open("\(folder.path)/\(name)")
      _ = try? reader.advance(elements: 9)
      #expect(reader.count == 0)
    }
    #expect(throws: (any Error).self) { try ClipReader.open("\(folder.path)/link") }
    #expect(throws: (any Error).self) { try ClipReader.open("\(folder.path)/nothing") }
  }
}

/// Stills of the clips of a store.
@Suite struct StillTests {
  private func store(_ folder: TemporaryFolder, wall: WallTime = .unset) throws -> Store {
    var store = try folder.open()
    try store.beginClip(.sample(.sample(20, wall: wall)), at: .sample(21))
    for index in 0..<4 { try store.append("frame \(index)", at: index * 40) }
    _ = try store.finishClip(dropped: 0, at: .sample(22))
    return store
  }

  private func still(
    _ place: StillWish.Place, of number: Int?, in store: borrowing Store
  ) throws -> Still {
    let clip = try store.archive.clipInView(number)
    while !clip.isComplete { try clip.advance(elements: 100) }
    return try clip.still(place)
  }

  private func key(_ work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return (error as? Failure)?.phrase.key
    }
  }

  @Test func aStillSaysWhichItIsAndWhenItWasTaken() throws {
    let folder = TemporaryFolder()
    let store = try store(folder, wall: .synchronised(1_774_622_668_250_000))
    let still = try still(.at(.milliseconds(90)), of: 1, in: store)
    #expect(
      still.sentence.english
        == "Still 3 of 4 of clip 1, at 0.08 s of 0.1 s, taken 2026-03-27T14:44:28.330Z.")
  }

  @Test func withoutANumberTheNewestClipIsMeantAndNoPhoto() throws {
    let folder = TemporaryFolder()
    var store = try store(folder)
    _ = try store.insert("photo")
    #expect(try still(.number(2), of: nil, in: store).clip == 1)
    #expect(try still(.number(2), of: nil, in: store).capturedAt == nil)
  }

  @Test func whatIsNoClipSaysWhatItIs() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(key { _ = try still(.number(1), of: nil, in: store) } == "still.no-clips")
    _ = try store.insert("photo")
    #expect(key { _ = try still(.number(1), of: 1, in: store) } == "still.no-clip")
    #expect(key { _ = try still(.number(1), of: 2, in: store) } == "piece.none")
  }

  @Test func beyondTheEndsTheyAreNamed() throws {
    let folder = TemporaryFolder()
    let store = try store(folder)
    #expect(key { _ = try still(.number(0), of: 1, in: store) } == "still.first")
    #expect(key { _ = try still(.number(5), of: 1, in: store) } == "still.last")
  }

  @Test func aDamagedStillIsSaidToBeSoAndOneBeforeItIsFoundByTime() throws {
    let folder = TemporaryFolder()
    let store = try store(folder)
    var bytes = try #require(folder.read("evidence/000/000001.mkv"))
    let jpeg = picture("frame 2")
    let found = (0..<bytes.count).first { bytes[$0...].starts(with: jpeg) }
    bytes[try #require(found) + 3] ^= 1
    try folder.write(bytes, as: "evidence/000/000001.mkv")
    #expect(try !still(.number(3), of: 1, in: store).isWhole)
    #expect(try still(.number(3), of: 1, in: store).sentence.key == "still.damaged")
    let before = try still(.at(.milliseconds(90)), of: 1, in: store)
    #expect(before.number == 2 && before.isWhole)
  }

  @Test func aFileThatIsGoneIsSaidToBeSo() throws {
    let folder = TemporaryFolder()
    let store = try store(folder)
    unlink("\(folder.path)/evidence/000/000001.mkv")
    #expect(key { _ = try still(.number(1), of: 1, in: store) } == "still.unreadable")
    try folder.write([], as: "evidence/000/000001.mkv")
    #expect(key { _ = try still(.number(1), of: 1, in: store) } == "still.none")
  }

  @Test func aDeletedClipHasNoStills() throws {
    let folder = TemporaryFolder()
    var store = try store(folder)
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(30))
    #expect(key { _ = try still(.number(1), of: 1, in: store) } == "piece.is-deleted")
    #expect(key { _ = try still(.number(1), of: nil, in: store) } == "still.no-clips")
  }

  @Test func showTellsFromWhenToWhenAClipGoesAndThatItIsWhole() throws {
    let folder = TemporaryFolder()
    let store = try store(folder, wall: .synchronised(1_774_622_668_250_000))
    let shown = try store.archive.shown(1).reply(asJSON: false).text(in: .english)
    for line in [
      "Length: 0.1 s.", "Frames: 4.", "Frames that are missing: 0.", "Cut off: no.",
      "From 2026-03-27T14:44:28.250Z to 2026-03-27T14:44:28.370Z, clock synchronised.",
      "Last frame: 20.120000 s after its boot.",
    ] {
      #expect(shown.contains(line), "\(shown)")
    }
    let json = try store.archive.shown(1).reply(asJSON: true).text(in: .english)
    #expect(json.contains(#""last":20.12,"cut_off":false"#))
  }

  @Test func showTellsThatAClipWasCutOff() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try store.record(frames: 3, flushed: 2)
    }
    var store = try folder.open(at: .sample(50))
    _ = try store.settleAll()
    let shown = try store.archive.shown(1).reply(asJSON: false).text(in: .english)
    #expect(shown.contains("Cut off: yes; what is known ends with its last whole frame."))
    #expect(try still(.number(3), of: 1, in: store).count == 3)
  }
}
