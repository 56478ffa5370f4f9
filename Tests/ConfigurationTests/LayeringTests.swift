import Core
import Testing

@testable import Configuration

@Suite struct LayeringTests {
  /// What `own` over the board file `board` comes to.
  static func layered(_ own: String, over board: String) throws -> Configuration {
    let folder = TemporaryFolder()
    folder.write(board, to: "boards/b/board.toml")
    let path = folder.write("board = \"b\"\n" + own, to: "exhibit.toml")
    return try Configuration.load(path: path)
  }

  @Test func aMissingFileIsNamedWithTheReason() {
    #expect(
      complaints(loading: "/nonexistent/e.toml") == [
        "/nonexistent/e.toml: cannot be read: No such file or directory; "
          + "check the path and its permissions"
      ])
  }

  @Test func aFolderIsNoFile() {
    #expect(
      complaints(loading: "/tmp") == [
        "/tmp: cannot be read: Is a directory; check the path and its permissions"
      ])
  }

  @Test func whereThereAreNoBoardsTheirFoldersAreNamed() {
    let folder = TemporaryFolder()
    let path = folder.write("\nboard = \"pi\"", to: "e.toml")
    #expect(
      complaints(loading: path, boards: ["/a", "/b"]) == [
        "\(path):2: no board 'pi', nor any other, in /a, /b"
      ])
  }

  @Test(arguments: [
    ("one-b", "no board 'one-b'; did you mean 'one-a'? There are one-a, zwei"),
    ("raspberry", "no board 'raspberry'; there are one-a, zwei"),
  ])
  func aBoardThatIsNowhereIsToldWithTheOthers(board: String, sentence: String) {
    let folder = TemporaryFolder()
    folder.write("", to: "x/zwei/board.toml")
    folder.write("", to: "y/one-a/board.toml")
    folder.write("", to: "x/one-a/board.toml")
    folder.write("", to: "x/one-c/README.md")
    let path = folder.write("board = \"\(board)\"", to: "e.toml")
    let folders = ["x", "y", "z"].map { "\(folder.path)/\($0)" }
    #expect(complaints(loading: path, boards: folders) == ["\(path):1: \(sentence)"])
  }

  @Test func aWrongBoardHidesNoOtherErrorAndMakesNone() {
    let folder = TemporaryFolder()
    // The chip may stand in the board's file.
    let text = "board = \"b\"\n[button]\nline = 4\n[shutter]\ncount = 0"
    let all = complaints(loading: folder.write(text, to: "e.toml"), boards: [])
    #expect(all.count == 2)
    #expect(all.first?.contains("e.toml:1: no board 'b'") == true)
    #expect(all.last?.contains("e.toml:5: 'shutter.count'") == true)
  }

  @Test func errorsOfTheBoardNameTheBoardsFileAfterTheOwn() {
    let folder = TemporaryFolder()
    let board = folder.write("stor = 1", to: "x/b/board.toml")
    let own = folder.write("board = \"b\"\nfoo = 1", to: "e.toml")
    #expect(
      complaints(loading: own, boards: [folder.path + "/x"]) == [
        "\(own):2: unknown key 'foo'",
        "\(board):1: unknown key 'stor'; did you mean 'store'?",
      ])
  }

  @Test func aWrongValueOfTheBoardIsToldEvenWhereItIsHidden() {
    let folder = TemporaryFolder()
    let board = folder.write("camera.quality = 0", to: "x/b/board.toml")
    let own = folder.write("board = \"b\"\ncamera.quality = 9", to: "e.toml")
    let all = complaints(loading: own, boards: [folder.path + "/x"])
    #expect(all.count == 1)
    #expect(all.first?.hasPrefix("\(board):1: 'camera.quality'") == true)
  }

  @Test func theOwnFileComesBeforeTheBoards() throws {
    let configuration = try Self.layered(
      "[camera]\nquality = 70", over: "[camera]\nquality = 60\nrotation = 180")
    #expect(configuration.plan.quality == 70)
    #expect(configuration.plan.camera?.mounting?.turn == .half)
  }

  @Test func aSectionThatOnlyTheBoardHasIsPresent() throws {
    let configuration = try Self.layered("", over: "[button]\nchip = \"c\"\nline = 17")
    #expect(configuration.plan.button?.line == .offset(17))
  }

  @Test func aPartOfALineMayComeFromEachFile() throws {
    let configuration = try Self.layered(
      "button.line = 4", over: "button.chip = \"c\"\nbutton.line = 17")
    #expect(configuration.plan.button?.chip == "c")
    #expect(configuration.plan.button?.line == .offset(4))
  }

  @Test(arguments: [
    ("light.led = \"ACT\"", "light.chip = \"c\"\nlight.line = 1\nlight.drive = \"open-drain\""),
    ("light.led = \"ACT\"", "light.led = \"PWR\""),
  ])
  func theOwnKernelLEDComesBeforeWhateverTheBoardHas(own: String, board: String) throws {
    #expect(try Self.layered(own, over: board).plan.light == .led("ACT"))
  }

  @Test func theOwnLineComesBeforeTheBoardsKernelLED() throws {
    let configuration = try Self.layered(
      "light = { chip = \"c\", line = 1 }", over: "light.led = \"ACT\"")
    #expect(configuration.plan.light == .line(LineSettings(chip: "c", line: .offset(1))))
  }

  @Test func theFirstFolderWithTheBoardIsTaken() throws {
    let folder = TemporaryFolder()
    folder.write("camera.quality = 1", to: "second/b/board.toml")
    folder.write("camera.quality = 2", to: "third/b/board.toml")
    let own = folder.write("board = \"b\"", to: "e.toml")
    let folders = ["first", "second", "third"].map { "\(folder.path)/\($0)" }
    #expect(try Configuration.load(path: own, boards: folders).plan.quality == 1)
  }
}

/// What is said when the file at `path` is loaded.
private func complaints(loading path: String, boards: [String]? = nil) -> [String] {
  do {
    _ = try Configuration.load(path: path, boards: boards)
    return []
  } catch {
    return error.errors.map(\.description)
  }
}
