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

  @Test func aBoardThatIsNowhereIsNamedWithWhereItWasSought() {
    let folder = TemporaryFolder()
    let path = folder.write("\nboard = \"pi\"", to: "e.toml")
    #expect(
      complaints(loading: path, boards: ["/a", "/b"]) == ["\(path):2: no board 'pi' in /a, /b"])
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
      "[camera]\nquality = 70", over: "[camera]\nquality = 60\nmounted = 180")
    #expect(configuration.camera?.quality == 70)
    #expect(configuration.camera?.mountedDegrees == 180)
  }

  @Test func aSectionThatOnlyTheBoardHasIsPresent() throws {
    let configuration = try Self.layered("", over: "[button]\nchip = \"c\"\nline = 17")
    #expect(configuration.button?.line.line == .offset(17))
  }

  @Test func aPartOfALineMayComeFromEachFile() throws {
    let configuration = try Self.layered(
      "button.line = 4", over: "button.chip = \"c\"\nbutton.line = 17")
    #expect(configuration.button?.line.chip == "c")
    #expect(configuration.button?.line.line == .offset(4))
  }

  @Test(arguments: [
    ("led.led = \"ACT\"", "led.chip = \"c\"\nled.line = 1\nled.drive = \"open-drain\""),
    ("led.led = \"ACT\"", "led.led = \"PWR\""),
  ])
  func theOwnKernelLEDComesBeforeWhateverTheBoardHas(own: String, board: String) throws {
    #expect(try Self.layered(own, over: board).light?.device == .led("ACT"))
  }

  @Test func theOwnLineComesBeforeTheBoardsKernelLED() throws {
    let configuration = try Self.layered(
      "led = { chip = \"c\", line = 1 }", over: "led.led = \"ACT\"")
    guard case .line(let line, .pushPull) = configuration.light?.device else {
      Issue.record("the board's LED won")
      return
    }
    #expect(line.line == .offset(1))
  }

  @Test func theFirstFolderWithTheBoardIsTaken() throws {
    let folder = TemporaryFolder()
    folder.write("camera.quality = 1", to: "second/b/board.toml")
    folder.write("camera.quality = 2", to: "third/b/board.toml")
    let own = folder.write("board = \"b\"", to: "e.toml")
    let folders = ["first", "second", "third"].map { "\(folder.path)/\($0)" }
    #expect(try Configuration.load(path: own, boards: folders).camera?.quality == 1)
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
