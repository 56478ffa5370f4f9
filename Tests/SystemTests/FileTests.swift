import Testing

@testable import System

@Suite struct FileTests {
  @Test func aFileIsReadWholeOrNotAtAll() throws {
    let path = "/proc/sys/kernel/ostype"
    #expect(try File.bytes(at: path, limit: 6) == Array("Linux\n".utf8))
    #expect(try File.bytes(at: path, limit: 5) == nil)
  }

  @Test func aPipeThatNobodyWritesToIsEmpty() throws {
    let pipe = try Pipe()
    _ = consume pipe.writer
    #expect(try File.bytes(at: "/proc/self/fd/\(pipe.reader.number)", limit: 5) == [])
  }
}
