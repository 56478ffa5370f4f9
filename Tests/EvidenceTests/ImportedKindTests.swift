import Testing

@testable import Evidence

@Suite struct ImportedKindTests {
  /// A box `ftyp` with these brands, the first of them the major one, and what follows it.
  private static func head(_ brands: String...) -> [UInt8] {
    let others = brands.dropFirst().joined()
    let size = UInt8(16 + others.utf8.count)
    let box = "ftyp\(brands[0])\0\0\0\0\(others)"
    return [0, 0, 0, size] + Array("\(box)avifheic".utf8)
  }

  @Test(
    arguments: [
      (head("heic", "mif1", "heic"), .heic), (head("avif", "mif1", "avif"), .avif),
      (head("avis", "avif"), .avif), (head("mif1", "miaf", "heic"), .heic),
      (head("mif1", "miaf", "avif"), .avif), (head("mif1", "jpeg"), .other), (head("mif1"), .other),
      (head("crx ", "isom"), .cr3), (head("qt  ", "qt  "), .mov), (head("isom", "avc1"), .mp4),
      (head("mp42"), .mp4), (head("3gp5"), .mp4), (Array("PK\u{3}\u{4} letter".utf8), .other),
      (Array("only text".utf8), .other), ([0, 0, 0, 255] + Array("ftypmif1".utf8), .other),
      ([0xFF, 0xD8, 0xFF], .jpeg), ([], .other),
    ] as [([UInt8], ImportedKind)])
  func aFileIsToldByItsFirstBytes(head: [UInt8], kind: ImportedKind) {
    #expect(ImportedKind(head: head) == kind)
  }

  @Test func eachKindHasAnEndingOfItsOwn() {
    #expect(Set(EvidenceFolder.endings).count == ImportedKind.allCases.count)
  }
}

@Suite struct PrivateKeySearchTests {
  private func finds(_ slices: [[UInt8]]) -> Bool {
    var search = PrivateKeySearch()
    return slices.reduce(false) { found, slice in
      slice.withUnsafeBytes { search.finds(in: $0) } || found
    }
  }

  @Test(arguments: ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "PGP "])
  func aPrivateKeyIsFoundWhereverItIs(kind: String) {
    let key = Array("-----BEGIN \(kind)PRIVATE KEY-----\nMC4CAQAwBQ".utf8)
    #expect(finds([key]) && finds([[UInt8](repeating: 45, count: 1000) + key + [1, 2]]))
    for length in 1..<key.count where length < 20 {
      #expect(finds([[7, 7] + key.prefix(length), Array(key.dropFirst(length)), []]))
    }
    #expect(finds(key.map { [$0] }))
  }

  @Test func theDevicesOwnKeyIsOneInEachForm() throws {
    let folder = TemporaryFolder()
    let key = try DeviceFolder("\(folder.path)/device").key()
    #expect(finds([Array(key.pem.utf8)]))
    #expect(finds([PEM.privatePrefix + [UInt8](repeating: 1, count: 32)]))
    #expect(!finds([Array(key.publicKey.pem.utf8)]))
  }

  @Test(
    arguments: [
      "-----BEGIN PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----", "a PRIVATE KEY, and -----",
      "", "-----", "-----BEGIN ",
    ])
  func whatIsNoneIsNotFound(text: String) {
    #expect(!finds([Array(text.utf8)]))
  }
}
