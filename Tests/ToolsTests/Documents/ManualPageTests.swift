import Core
import Door
import Glibc
import Testing

@testable import Tools

/// What is installed beside the program knows every command of the console.
@Suite struct ManualPageTests {
  private static let path = "deploy/debian/exhibit.1"

  private static var root: String {
    String(#filePath.dropLast("/Tests/ToolsTests/Documents/ManualPageTests.swift".count))
  }

  @Test func thePageHasEveryCommand() throws {
    let path = "\(Self.root)/\(Self.path)"
    let page = try #require(Self.contents(of: path))
    let renewed = try #require(ManualPage.renewed(page), "it has no place for the commands")
    guard getenv("EXHIBIT_WRITE_DOCS") == nil else {
      let file = try #require(fopen(path, "w"))
      fputs(renewed, file)
      fclose(file)
      return
    }
    #expect(page == renewed, "make docs brings the commands into \(Self.path)")
    for command in CommandManual.all { #expect(page.contains("\n.B \(command.name)")) }
  }

  @Test(arguments: ShellCompletions.allCases)
  func aShellKnowsEveryCommandAndItsWords(shell: ShellCompletions) throws {
    let script = shell.script
    for command in RunningProgram.commands {
      #expect(script.contains(command.name), "\(command.name)")
      let words = command.allWords.joined(separator: " ")
      #expect(script.contains(words), "\(command.name): \(words)")
    }
    for command in Tools.configuration.subcommands {
      #expect(script.contains(command._commandName))
    }
    #expect(
      !CommandManual.all.isEmpty && CommandManual.named("snap")?.allWords.contains("--in") == true)
  }

  @Test func noCommandOfItsOwnIsSaidToTheConsole() {
    let own = Set(Tools.configuration.subcommands.map { $0._commandName } + ["help"])
    #expect(SaidCommand.own == own.intersection(CommandManual.all.map(\.name)))
  }

  @Test func aCommandOfTheConsoleIsExplainedWithoutIt() {
    let explained = SaidCommand(["help", "snap"])?.manual?.explained ?? []
    #expect(explained.contains { $0.english.contains("--count") })
    #expect(Tools.misspelling(in: ["snpa"])?.english.contains("exhibit snap") == true)
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
