import Testing
import VirtualDevices

@testable import Simulator

@Suite struct MediumFileTests {
  /// What may be left of `file`, in many tries.
  private func states(of file: MediumFile) -> Set<[UInt8]> {
    var random = RandomGenerator(seed: 1)
    return Set((0..<200).map { _ in file.afterPowerCut(&random).bytes })
  }

  private func file(_ flushed: [UInt8]) -> MediumFile {
    let file = MediumFile()
    file.settle(flushed, [:])
    return file
  }

  private func write(_ bytes: [UInt8], to file: MediumFile, at offset: Int = 0) {
    bytes.withUnsafeBytes { file.write($0, at: offset) }
  }

  @Test func whatWasFlushedStays() {
    let file = MediumFile()
    write([1, 2, 3], to: file)
    file.flush()
    #expect(states(of: file) == [[1, 2, 3]])
    #expect(file.isDurable)
  }

  @Test func whatWasNotFlushedStaysOrGoes() {
    let file = file([1, 2, 3])
    write([9], to: file, at: 1)
    #expect(states(of: file) == [[1, 2, 3], [1, 9, 3]])
    #expect(!file.isDurable)
  }

  @Test func sectorsComeInAnyOrder() {
    let file = file([UInt8](repeating: 0, count: 1024))
    write([UInt8](repeating: 7, count: 1024), to: file)
    let halves = states(of: file).map { [$0[0], $0[1023]] }
    #expect(Set(halves) == [[0, 0], [0, 7], [7, 0], [7, 7]])
  }

  @Test func whatWasNeverWrittenReadsAsZeros() {
    let file = MediumFile()
    write([5], to: file, at: 600)
    #expect(states(of: file) == [[], [UInt8](repeating: 0, count: 600) + [5]])
  }

  @Test func aFlushThatFailedLosesWhatALaterOneDoesNotBringBack() {
    var random = RandomGenerator(seed: 3)
    let file = file([1])
    var lost = 0
    for value in UInt8(2)..<50 {
      write([value], to: file)
      file.failFlush(&random)
      // Nothing is left to flush: memory counts as written.
      file.flush()
      if file.flushed != [value] { lost += 1 }
      #expect(!file.isDurable)
      #expect(file.forget() == file.flushed)
      file.settle([1], [:])
    }
    #expect(lost > 10)
  }

  @Test func aPageThatIsWrittenToAgainBringsWhatWasLostOfIt() {
    let file = file([UInt8](repeating: 0, count: 8192))
    var random = RandomGenerator(seed: 1)
    repeat {
      file.settle([UInt8](repeating: 0, count: 8192), [:])
      write([1], to: file, at: 10)
      write([1], to: file, at: 5000)
      file.failFlush(&random)
    } while file.flushed.contains(1)
    write([2], to: file, at: 20)
    file.flush()
    #expect(file.flushed[10] == 1)
    #expect(file.flushed[20] == 2)
    #expect(file.flushed[5000] == 0)
  }

  @Test func attributesAreFlushedWithTheFile() {
    let file = MediumFile()
    file.setAttribute("user.a", [1])
    #expect(file.flushedAttributes.isEmpty)
    file.flush()
    #expect(file.flushedAttributes == ["user.a": [1]])
  }

  @Test func aFileThatIsCutOffIsShorterOrNot() {
    let file = file([1, 2, 3])
    file.truncate(to: 1)
    #expect(states(of: file) == [[1], [1, 2, 3]])
  }
}
