import Core

@testable import Configuration

/// A file of the configuration.
enum ConfigurationTarget {
  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    let lineCount = input.count { $0 == UInt8(ascii: "\n") } + 1
    do throws(ConfigurationErrors) {
      let configuration = try Configuration([Document(Array(input), file: "e.toml")])
      for entry in configuration.entries { claimHarmless("\(entry)", "a setting") }
    } catch {
      claim((1...ConfigurationErrors.limit).contains(error.errors.count), "too many errors")
      for error in error.errors {
        claim((1...lineCount).contains(error.line ?? 1), "no such line: \(error)")
        claimHarmless(error.description, "an error")
      }
    }
  }
}

/// A sentence of a language's table, and what becomes of it with values.
enum LanguageTarget {
  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let language = Language(templates: ["a": reader.text()])
    _ = Phrase("a", "nothing").text(in: language)
    _ = Phrase("a", "\(1) \("two") \(Phrase("b", "three"))").text(in: language)
  }
}
