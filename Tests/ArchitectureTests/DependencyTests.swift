import Testing

/// What SwiftPM's own check lets through: system libraries, and what comes with the toolchain.
@Suite struct DependencyTests {
  /// Every C and C++ module, and the only targets that may see it.
  static let foreign: [String: Set<String>] = [
    "CLinux": [
      "System", "Door", "Terminal", "Drivers", "Evidence", "Export", "Exhibit",
    ],
    "CVideo": ["Drivers"],
    "CGPIO": ["Drivers"],
    "CJPEG": ["Imaging", "Benchmark"],
    "CJPEGCheck": ["Imaging"],
    "CPNG": ["Imaging"],
    "CSQLite": ["Evidence", "Simulator", "Benchmark"],
    "CSodium": ["Evidence"],
    "CFastDigest": ["Evidence"],
    "CTOML": ["Configuration"],
    "CScanline": ["Benchmark"],
    "CFlushCount": ["Benchmark"],
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

/// Import declarations, read line by line.
enum Import {
  private static let access: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  /// The modules that `source` imports, in order, without their submodules.
  static func modules(in source: String) -> [String] {
    source.split(whereSeparator: { $0.isNewline || $0 == ";" }).compactMap(module(in:))
  }

  private static func module(in statement: Substring) -> String? {
    var words = statement.split(whereSeparator: \.isWhitespace)[...]
    words = words.drop { $0.hasPrefix("@") || access.contains(String($0)) }
    guard words.popFirst() == "import" else { return nil }
    words = words.drop { kinds.contains(String($0)) }
    return words.first?.split(separator: ".").first.map(String.init)
  }
}

/// Somebody who opens the repository finds what belongs there, and nothing that a program has left.
@Suite struct TopLevelTests {
  @Test func nothingElseLiesAtTheTop() {
    let names = [
      "CONTRIBUTING.md", "LICENSE", "Makefile", "Package.resolved", "Package.swift", "README.md",
      "Sources", "Tests", "board", "deploy", "docs",
    ]
    #expect(SourceTree.top.contains("Package.swift"))
    #expect(SourceTree.top.filter { !names.contains($0) } == [])
  }
}

/// What is published is asked of its concern by who publishes it, and by who has just told the concern something.
@Suite struct PublishedTests {
  @Test(arguments: [
    (words: " life.isEnding", others: 0), (words: "lock.isWaiting", others: 0),
    (words: "works(.store)", others: 0), (words: " capture.state", others: 4),
    (words: "(capture.state", others: 1),
    (words: " present.activity", others: 1),
  ])
  func factsAreAskedInOnePlace(words: String, others: Int) {
    let lines = SourceTree.swiftFiles(of: "Core")
      .filter { path in ["Published.swift", "Lifecycle.swift"].allSatisfy { !path.hasSuffix($0) } }
      .flatMap { path in SourceTree.text(of: path).split(separator: "\n").map { "\(path): \($0)" } }
    let places = lines.filter { $0.contains(words) && !$0.contains("Phrase(") }
    #expect(places.count == others, "\(places)")
  }
}

/// There is one loop and one executor: what is simulated is what ships.
@Suite struct LoopTests {
  /// The lines of all sources in which `words` stand; a benchmark counts what turns cost.
  private func places(of words: String) -> [String] {
    let targets = SourceTree.ownTargets.filter { $0 != "Benchmark" }
    return targets.flatMap(SourceTree.swiftFiles).flatMap { path in
      SourceTree.text(of: path).split(separator: "\n").filter { $0.contains(words) }
        .map { "\(path): \($0)" }
    }
  }

  @Test(arguments: ["machine.handle(", "world.perform("])
  func theMachineIsRunInOnePlace(words: String) {
    let places = places(of: words)
    #expect(places.count == 1, "\(places)")
    #expect(places.allSatisfy { $0.contains("/Core/Seam/World.swift: ") })
  }

  @Test func effectsAreCarriedOutInOnePlace() {
    let places = places(of: ": World, ~Copyable {") + places(of: "perform(_ effect: Effect)")
    #expect(places.count == 3, "the protocol's, and the executor's type and switch: \(places)")
    #expect(places.filter { $0.contains("/Board/Executor") }.count == 2)
  }

  @Test func theProgramDoesNotContainTheSimulator() {
    let imported = SourceTree.modules(importedBy: "Tools")
    #expect(imported.contains("VirtualDevices"))
    for target in imported.union(["Tools"]) where SourceTree.targets.contains(target) {
      #expect(!SourceTree.modules(importedBy: target).contains("Simulator"), "\(target) imports it")
    }
  }
}
