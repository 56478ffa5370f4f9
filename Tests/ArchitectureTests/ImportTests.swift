import Testing

@Suite struct ImportTests {
  @Test(arguments: [
    ("import Core", ["Core"]),
    ("  import Core  // why", ["Core"]),
    ("@testable import Core", ["Core"]),
    ("@preconcurrency internal import Core", ["Core"]),
    ("import struct Core.Instant", ["Core"]),
    ("import func Glibc.open", ["Glibc"]),
    ("import Core; import System\nimport CLinux", ["Core", "System", "CLinux"]),
    ("#if canImport(Core)\nimport Core\n#endif", ["Core"]),
    ("// import Core\n/// import Core", []),
    ("let important = 1\nimportant(Core)", []),
  ])
  func everyWayToImportIsSeen(source: String, modules: [String]) {
    #expect(Import.modules(in: source) == modules)
  }
}
