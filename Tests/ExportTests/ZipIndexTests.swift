import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct ZipIndexTests {
  @Test func theChecksumIsThatOfTheStandard() {
    var checksum = Checksum()
    Array("12345".utf8).withUnsafeBytes { checksum.update($0) }
    Array("6789".utf8).withUnsafeBytes { checksum.update($0) }
    #expect(checksum.value == 0xCBF4_3926)
  }

  private func member(_ byteCount: Int, at offset: Int, _ time: KnownTime? = nil) -> ZipMember {
    ZipMember(name: "exhibit/ä", byteCount: byteCount, offset: offset, time: time)
  }

  private func directory(of member: ZipMember, at offset: Int) -> [UInt8] {
    let entry = ZipIndex.entry(of: member)
    return entry + ZipIndex.end(at: offset, byteCount: entry.count, count: 1)
  }

  private func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  @Test func aSmallArchiveHasNothingOfZip64() {
    let header = ZipIndex.localHeader(of: member(7, at: 0))
    #expect(header.count == 30 + "exhibit/ä".utf8.count)
    #expect([18, 22].map { number(header, $0, 4) } == [7, 7])
    #expect(number(header, 6, 2) == 1 << 11, "names are UTF-8")
    let directory = directory(of: member(7, at: 0), at: 100)
    #expect(directory.count == 46 + "exhibit/ä".utf8.count + 22)
  }

  @Test(arguments: [(0xFFFF_FFFE, false), (0xFFFF_FFFF, true), (5 << 32, true)])
  func aSizeThatDoesNotFitStandsInZip64(byteCount: Int, isLarge: Bool) {
    let header = ZipIndex.localHeader(of: member(byteCount, at: 0))
    let plain = 30 + "exhibit/ä".utf8.count
    #expect(header.count == plain + (isLarge ? 20 : 0))
    #expect(
      [18, 22].map { number(header, $0, 4) }
        == Array(repeating: min(byteCount, 0xFFFF_FFFF), count: 2))
    guard isLarge else { return }
    #expect([plain + 4, plain + 12].map { number(header, $0, 8) } == [byteCount, byteCount])
  }

  @Test func anOffsetThatDoesNotFitStandsInZip64() {
    let end = (6 << 32) + 100
    let directory = directory(of: member(7, at: 6 << 32), at: end)
    let plain = 46 + "exhibit/ä".utf8.count
    #expect(number(directory, 42, 4) == 0xFFFF_FFFF)
    #expect([number(directory, plain, 2), number(directory, plain + 2, 2)] == [1, 8])
    #expect(number(directory, plain + 4, 8) == 6 << 32)
    let last = plain + 12
    #expect(number(directory, last, 4) == 0x0606_4B50)
    #expect([number(directory, last + 40, 8), number(directory, last + 48, 8)] == [last, end])
    #expect(number(directory, last + 56 + 8, 8) == end + last, "where the end of zip64 is")
    #expect(number(directory, last + 76, 4) == 0x0605_4B50)
    #expect(number(directory, last + 76 + 16, 4) == 0xFFFF_FFFF)
  }

  @Test(arguments: [
    (1_774_626_268_775_000, 0x5C7B_7D8E), (0, 0x0021_0000), (5_000_000_000_000_000, 0x0021_0000),
  ])
  func aTimeIsThatOfMSDOSOrItsFirstDay(microseconds: Int, time: Int) {
    let known = KnownTime(microseconds: microseconds, clock: .synchronised)
    #expect(number(ZipIndex.localHeader(of: member(1, at: 0, known)), 10, 4) == time)
  }
}

@Suite struct TarHeaderTests {
  private func text(_ header: [UInt8], _ offset: Int, _ count: Int) -> String {
    String(decoding: header[offset..<offset + count].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func checksum(_ block: ArraySlice<UInt8>) -> Int {
    let fields = block.startIndex + 148..<block.startIndex + 156
    return block.indices.reduce(0) { $0 + (fields.contains($1) ? 32 : Int(block[$1])) }
  }

  @Test func aPlainNameNeedsOneBlock() {
    let header = TarHeader("exhibit/index.html", 1234, 1_774_626_268).bytes
    #expect(header.count == 512)
    #expect(text(header, 0, 100) == "exhibit/index.html")
    #expect(text(header, 124, 12) == "00000002322" && text(header, 156, 1) == "0")
    #expect(text(header, 257, 8) == "ustar" && text(header, 263, 2) == "00")
    #expect(Int(text(header, 148, 7), radix: 8) == checksum(header[...]))
  }

  @Test(arguments: ["ä", String(repeating: "a", count: 101), String(repeating: "b", count: 600)])
  func aNameThatDoesNotFitStandsInPax(name: String) {
    let header = TarHeader(name, 1, 0).bytes
    #expect(header.count.isMultiple(of: 512) && header.count >= 3 * 512)
    #expect(text(header, 156, 1) == "x")
    let record = text(header, 512, Int(text(header, 124, 12), radix: 8) ?? 0)
    #expect(record == "\(record.utf8.count) path=\(name)\n")
  }

  @Test func aFileOfNineGigabytesHasItsSizeInPax() {
    let header = TarHeader("exhibit/a", 9 << 30, 0).bytes
    #expect(text(header, 512, 40).contains("size=9663676416\n"))
  }
}
