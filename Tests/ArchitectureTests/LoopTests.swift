import Testing

/// There is one loop and one executor: what is simulated is what ships.
@Suite struct LoopTests {
  /// The lines of all sources in which `words` stand.
  private func places(of words: String) -> [String] {
    SourceTree.ownTargets.flatMap(SourceTree.swiftFiles).flatMap { path in
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
    let imported = SourceTree.modules(importedBy: "Exhibit")
    #expect(imported.contains("VirtualDevices"))
    for target in imported.union(["Exhibit"]) where SourceTree.targets.contains(target) {
      #expect(!SourceTree.modules(importedBy: target).contains("Simulator"), "\(target) imports it")
    }
  }
}
