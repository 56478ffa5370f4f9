import Core
import Glibc
import Testing

@testable import Evidence

@Suite struct WriteAheadLogTests {
  private let log = "exhibit.sqlite-wal"

  @Test func theLogHasItsLengthBeforeTheFirstPhotoAndAfterTheLast() throws {
    let folder = TemporaryFolder()
    do {
      let store = try folder.open()
      #expect(folder.facts(log).st_size >= Store.logByteCount)
      #expect(store.nextNumber == 1)
    }
    #expect(folder.facts(log).st_size >= Store.logByteCount)
  }

  @Test func theLogDoesNotGrowBetweenCheckpoints() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let size = folder.facts(log).st_size
    for round in 0..<3 {
      for shot in 0..<Store.checkpointAfter {
        #expect(store.isCheckpointDue == false)
        _ = try store.insert(at: .sample(100 * round + shot))
      }
      #expect(store.isCheckpointDue == true)
      try store.checkpoint()
    }
    #expect(folder.facts(log).st_size == size)
  }

  @Test func aReaderPutsACheckpointOff() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    do {
      let reader = try Archive(directory: folder.path)
      try reader.database.execute("BEGIN; SELECT * FROM records")
      for second in 0..<Store.checkpointAfter { _ = try store.insert(at: .sample(second)) }
      try store.checkpoint()
      #expect(store.isCheckpointDue == true)
    }
    try store.checkpoint()
    #expect(store.isCheckpointDue == false)
  }

  @Test func aPhotoTakesTheCheckpointUponItselfWhenNobodyElseDoes() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for second in 0...Store.checkpointAtLatestAfter { _ = try store.insert(at: .sample(second)) }
    #expect(store.isCheckpointDue == false)
  }
}
