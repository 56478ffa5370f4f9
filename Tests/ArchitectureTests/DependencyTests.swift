import Testing

/// What SwiftPM's own check lets through: system libraries, and what comes with the toolchain.
@Suite struct DependencyTests {
  /// Every C and C++ module, and the only targets that may see it.
  static let foreign: [String: Set<String>] = [
    "CLinux": ["System", "Drivers", "Evidence"],
    "CVideo": ["Drivers"],
    "CGPIO": ["Drivers"],
    "CJPEG": ["Imaging"],
    "CSQLite": ["Evidence", "Simulator"],
    "CCrypto": ["Evidence"],
    "CTOML": ["Configuration"],
    "CScanline": ["Benchmark"],
  ]

  static let banned: Set = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization"]

  @Test func coreImportsNothing() {
    #expect(!SourceTree.swiftFiles(of: "Core").isEmpty)
    #expect(SourceTree.modules(importedBy: "Core").isEmpty)
  }

  @Test func everyForeignModuleIsInTheTable() {
    let found = SourceTree.targets.filter(SourceTree.isForeign)
    #expect(Set(found) == Set(Self.foreign.keys))
  }

  @Test(arguments: SourceTree.ownTargets)
  func aTargetSeesOnlyTheForeignModulesMeantForIt(target: String) {
    let seen = SourceTree.modules(importedBy: target).intersection(Self.foreign.keys)
    for module in seen.sorted() {
      #expect(Self.foreign[module]?.contains(target) == true, "\(target) imports \(module)")
    }
  }

  @Test(arguments: SourceTree.targets)
  func noTargetImportsWhatStaysOutOfTheProgram(target: String) {
    #expect(SourceTree.modules(importedBy: target).isDisjoint(with: Self.banned))
  }
}
