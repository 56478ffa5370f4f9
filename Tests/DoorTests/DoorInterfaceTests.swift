import System
import Testing

@testable import Core
@testable import Door

/// The interface that guests read is the one that answers them.
@Suite struct DoorInterfaceTests {
  @Test func theFileOfTheDocumentsHasTheText() throws {
    let root = Repository.root(of: #filePath)
    let bytes = try File.bytes(at: root + "/docs/net.exhibit.Camera.varlink", limit: 1 << 20)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == DoorInterface.text)
  }

  /// The lines of comment before `method`.
  private func comment(before method: String) -> [Substring] {
    let lines = DoorInterface.text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { $0.hasPrefix("method \(method)(") } ?? 0
    return lines[..<place].reversed().prefix { $0.hasPrefix("#") }.reversed()
  }

  @Test(arguments: DoorInterface.Method.allCases)
  func theTextNamesTheRightOfEachMethod(method: DoorInterface.Method) {
    let words = comment(before: method.rawValue).first.map { $0.dropFirst(2) } ?? ""
    let named = GuestRight.allCases.first { words.prefix { $0.isLetter } == $0.rawValue }
    #expect(named == method.right)
  }

  @Test func theTextHasTheStatesOfTheShutter() {
    let names = Shutter.State.Name.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(DoorInterface.text.contains("shutter: (\(names)),"))
  }

  @Test func eachMethodOfTheTextIsAnswered() {
    let names = DoorInterface.text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("method ") else { return nil }
      return String(line.dropFirst(7).prefix { $0 != "(" })
    }
    #expect(names == DoorInterface.Method.allCases.map(\.rawValue))
  }
}

/// Where the repository is.
private enum Repository {
  /// The folder three above `file`.
  static func root(of file: String) -> String {
    file.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }
}
