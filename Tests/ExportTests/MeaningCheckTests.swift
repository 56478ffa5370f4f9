import Core
import Testing

@testable import Evidence
@testable import Export

@Suite struct MeaningCheckTests {
  private let folder = ExportFolder()

  private func export() throws {
    do {
      var store = try folder.store()
      try folder.insert(2, into: &store)
    }
    #expect(try folder.exporter().export(.all, to: .folder("\(folder.path)/out")).isGood)
  }

  private func change(_ text: String, to other: String, in file: String) throws {
    let old = String(decoding: try #require(folder.bytes("out/\(file)")), as: UTF8.self)
    try #require(old.contains(text))
    try folder.write(old.replacing(text, with: other), as: "out/\(file)")
  }

  private func found() throws -> Set<String> {
    let bundle = try #require(try Bundle(in: "\(folder.path)/out"))
    let verification = try bundle.verification(Trust()) { export throws(Failure) in
      try MeaningCheck(of: export).look()
    }
    return Set(verification.flaws.flatMap { $0.counts.keys.map(\.rawValue) })
  }

  @Test func whatIsAsItsRecordsMakeItHasNothingUntrue() throws {
    try export()
    #expect(try found() == [])
  }

  /// The list shows each change; that it is untrue, the records do.
  @Test(arguments: [
    (#""title":"Unsorted""#, #""title":"Sorted""#), (#""width":1,"#, #""width":2,"#),
    (#""state":"stored""#, #""state":"locked""#), (#""proof":"proof""#, #""proof":"proofs""#),
  ])
  func aMemberOfTheManifestThatIsChangedIsUntrue(text: String, other: String) throws {
    try export()
    try change(text, to: other, in: ExportManifest.file)
    #expect(try found() == ["manifest.untrue", "listed.altered"])
  }

  @Test func aTableOfOtherRecordsIsUntrue() throws {
    try export()
    let table = try #require(folder.bytes("out/inventory.csv"))
    try change("Unsorted", to: "Sorted", in: InventoryTable.file)
    let other = try #require(folder.bytes("out/inventory.csv"))
    try change(Digest.of(table), to: Digest.of(other), in: ExportManifest.file)
    #expect(try found() == ["table.untrue", "listed.altered"])
  }

  @Test func aReasonThatTheRecordsDoNotSayIsUntrue() throws {
    try export()
    let lines = [
      #"{"piece":2,"why":"other-thing"}"#, #"{"by":1,"piece":2,"why":"deleted"}"#,
    ]
    let list = String(decoding: try #require(folder.bytes("out/\(FileList.file)")), as: UTF8.self)
    let findings = try lines.map { line in
      try folder.write("\(line)\n\(list)", as: "out/\(FileList.file)")
      return try found()
    }
    #expect(findings == [[], ["list.untrue"]])
  }
}
