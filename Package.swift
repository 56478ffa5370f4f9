// swift-tools-version: 6.0
import PackageDescription

/// Set by the Makefile: our own targets then refuse every warning, dependencies keep theirs.
let isStrict = Context.environment["EXHIBIT_STRICT"] != nil
let strict: [SwiftSetting] = isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : []
/// A released program is better small than fast but where it loops over pixels, or gains at each frame.
let small = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
/// The machine is optimised for tests too, which play weeks with it.
///
/// Without that each look at a property of it is a copy of all of it. A debugger sees less of it.
let quick = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A C library that Swift can call as it is: a module map and a header, nothing compiled.
func library(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "exhibit",
  products: [
    .executable(name: "exhibit", targets: ["Exhibit"]),
    .executable(name: "exhibitd", targets: ["Exhibitd"]),
    .executable(name: "exhibit-tools", targets: ["Tools"]),
    .executable(name: "simulate", targets: ["Simulate"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.0"))
  ],
  targets: [
    // What Swift cannot see or call.
    .systemLibrary(name: "CLinux"),
    library("CVideo", "libv4lconvert", apt: "libv4l-dev"),
    library("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
    library("CJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
    .target(name: "CJPEGCheck", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png")]),
    library("CSodium", "libsodium", apt: "libsodium-dev"),
    .target(name: "CFastDigest"),
    .target(name: "CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(
      name: "CTOML",
      cxxSettings: [.define("TOML_HEADER_ONLY", to: "0"), .define("TOML_SHARED_LIB", to: "1")],
      linkerSettings: [.linkedLibrary("tomlplusplus")]),

    // The program, from the inside out.
    .target(name: "Core", swiftSettings: quick),
    .target(name: "System", dependencies: ["Core", "CLinux"], swiftSettings: strict),
    .target(
      name: "Imaging", dependencies: ["Core", "CJPEG", "CJPEGCheck", "CPNG"],
      swiftSettings: strict),
    .target(
      name: "Evidence",
      dependencies: ["Core", "System", "CLinux", "CSQLite", "CSodium", "CFastDigest"],
      swiftSettings: small),
    .target(name: "Board", dependencies: ["Core", "Imaging", "Evidence"], swiftSettings: small),
    .target(name: "Door", dependencies: ["Core", "System", "CLinux"], swiftSettings: small),
    .target(
      name: "Terminal", dependencies: ["Core", "System", "Door", "CLinux"], swiftSettings: small),
    .target(
      name: "Drivers",
      dependencies: ["Core", "System", "Imaging", "Board", "Door", "CLinux", "CVideo", "CGPIO"],
      swiftSettings: small),
    .target(
      name: "VirtualDevices", dependencies: ["Core", "System", "Imaging", "Evidence", "Board"],
      swiftSettings: small),
    .target(
      name: "Export", dependencies: ["Core", "System", "Imaging", "Evidence", "CLinux"],
      swiftSettings: small),
    .target(
      name: "Configuration", dependencies: ["Core", "System", "CTOML"], swiftSettings: small),
    .executableTarget(
      name: "Exhibitd",
      dependencies: ["Core", "System", "Evidence", "Board", "Drivers", "Configuration"],
      swiftSettings: small),
    .executableTarget(
      name: "Exhibit",
      dependencies: ["Core", "System", "Door", "Terminal", "CLinux"],
      swiftSettings: small),
    .executableTarget(
      name: "Tools",
      dependencies: [
        "Core", "System", "Imaging", "Evidence", "Export", "Board", "Door", "Terminal", "Drivers",
        "VirtualDevices", "Configuration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),

    // What it costs and what it survives, for contributors: not installed.
    .target(
      name: "Simulator",
      dependencies: [
        "Core", "System", "Imaging", "Evidence", "Export", "Board", "VirtualDevices", "CSQLite",
      ],
      swiftSettings: small),
    .executableTarget(
      name: "Simulate",
      dependencies: [
        "Core", "System", "Simulator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .target(name: "CScanline", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CFlushCount"),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "Core", "System", "Imaging", "Evidence", "Board", "Drivers", "VirtualDevices", "CSQLite",
        "CJPEG", "CScanline", "CFlushCount", "CFakeVideo",
      ],
      swiftSettings: strict),

    .testTarget(name: "CoreTests", dependencies: ["Core"], swiftSettings: strict),
    .testTarget(
      name: "SystemTests", dependencies: ["System", "Core", "StandIns"], swiftSettings: strict),
    .testTarget(
      name: "ImagingTests",
      dependencies: ["Imaging", "Core", "CJPEG", "CTestPicture", "CAllocationCount"],
      swiftSettings: strict),
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    .target(
      name: "CTestPicture", path: "Tests/CTestPicture", linkerSettings: [.linkedLibrary("jpeg")]),
    .testTarget(
      name: "DriversTests",
      dependencies: [
        "Drivers", "Board", "Imaging", "Door", "System", "Core", "CVideo", "CFakeVideo",
        "CTestPicture", "StandIns",
      ],
      swiftSettings: strict),
    .target(
      name: "StandIns", dependencies: ["System", "Core"], path: "Tests/StandIns",
      swiftSettings: strict),
    .testTarget(
      name: "DoorTests", dependencies: ["Door", "System", "Core", "StandIns"], swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "Door", "System", "Core", "StandIns"],
      swiftSettings: strict),
    .target(name: "CFakeVideo", path: "Tests/CFakeVideo"),
    .testTarget(
      name: "EvidenceTests", dependencies: ["Evidence", "System", "Core"], swiftSettings: strict),
    .testTarget(
      name: "ExportTests", dependencies: ["Export", "Imaging", "Evidence", "System", "Core"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardTests", dependencies: ["Board", "Evidence", "System", "Core"],
      swiftSettings: strict),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Core"], swiftSettings: strict),
    .testTarget(
      name: "VirtualDevicesTests",
      dependencies: ["VirtualDevices", "Board", "Evidence", "System", "Core"],
      swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "Simulator", "VirtualDevices", "Export", "Evidence", "System", "Core", "CSQLite",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExhibitdTests", dependencies: ["Exhibitd", "Configuration", "Core"],
      swiftSettings: strict),
    .testTarget(
      name: "ExhibitTests", dependencies: ["Exhibit", "Door", "System", "Core"],
      swiftSettings: strict),
    .testTarget(
      name: "ToolsTests",
      dependencies: [
        "Tools", "Configuration", "Drivers", "Terminal", "Door", "Evidence", "System", "Core",
        "StandIns",
      ],
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["Core"], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

// What `make build` and `make fuzz` build, and no release: see docs/TESTING.md.
if Context.environment["EXHIBIT_FUZZ"] != nil {
  package.products.append(.library(name: "Fuzz", type: .static, targets: ["Fuzz"]))
  package.targets.append(
    .target(
      name: "Fuzz",
      dependencies: [
        "Core", "System", "Imaging", "Evidence", "Door", "Terminal", "Drivers", "Configuration",
        "CSQLite", "CLinux",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: strict))
}
