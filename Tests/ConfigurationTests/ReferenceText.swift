import Core

@testable import Configuration

/// The sample that is installed, and the reference in the documents, as the declarations give them.
enum ReferenceText {
  private static let width = 100
  /// Sections that say something by being there, such as those of devices that a board need not have: they stand as comments in the sample.
  private static let optionalDevices = [
    "button", "light", "buzzer", "accelerometer", "camera.controls", "study", "[analyser]",
  ]
  private static let begin = "<!-- The keys, made by 'make docs' from their declarations. -->\n"
  private static let end = "<!-- The end of the keys. -->\n"

  private static let heading = """
    # /etc/exhibit/exhibit.toml: what this camera is made of and how it behaves.
    #
    # A line that begins with # and a key shows a setting: its default, or an example where it has none. What is
    # set here comes before what the board's own file says. A section of a device, once it is there, means that
    # the device is; where neither file has it, the camera does without.
    #
    # 'exhibit check-config' says what is wrong, with the line. A running exhibit reads it again on the signal
    # HUP; store, language and the console's tty, baud and socket need a restart.
    """

  /// The file that the package installs.
  static var sample: String {
    ([heading] + Configuration.reference.map(sampleSection)).joined(separator: "\n\n") + "\n"
  }

  /// `page` with its tables anew; nil where it has no place for them.
  static func page(in page: String) -> String? {
    guard let start = page.firstRange(of: begin), let stop = page.firstRange(of: end) else {
      return nil
    }
    let tables = Configuration.reference.map(table).joined(separator: "\n")
    return page[..<start.upperBound] + "\n" + tables + "\n" + page[stop.lowerBound...]
  }

  private static func sampleSection(_ section: SectionReference) -> String {
    let mark = optionalDevices.contains(section.name) ? "#" : ""
    let about = section.about.isEmpty ? [] : comment(section.about)
    let title = section.name.isEmpty ? [] : ["\(mark)[\(section.name)]"]
    return (about + title + section.keys.flatMap(sampleKey)).joined(separator: "\n")
  }

  /// The one key that is set is the board's.
  private static func sampleKey(_ key: KeyReference) -> [String] {
    let value = (key.standard ?? key.example)?.literal ?? ""
    let about = key.about.isEmpty ? [] : comment(key.about + key.range)
    return about + ["\(key.name == "board" ? "" : "#")\(key.name) = \(value)"]
  }

  private static func comment(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append("# " + word)
      }
    }
  }

  private static func table(_ section: SectionReference) -> String {
    let title = section.name.isEmpty ? "At the top" : "`[\(section.name)]`"
    let about = section.about.isEmpty ? "" : section.about + "\n\n"
    let rows = section.keys.map(row).joined()
    return
      "### \(title)\n\n\(about)| key | value | default | meaning |\n| --- | --- | --- | --- |\n\(rows)"
  }

  private static func row(_ key: KeyReference) -> String {
    let example = key.example.map { "none; such as `\($0.literal)`" } ?? ""
    let standard = key.standard.map { "`\($0.literal)`" } ?? example
    let words = key.words.english.replacing("|", with: "\\|")
    return "| `\(key.name)` | \(words) | \(standard) | \(key.about) |\n"
  }
}

extension KeyReference {
  /// What it accepts, as one more sentence, where the value that is shown does not tell.
  fileprivate var range: String {
    switch (standard ?? example, words.key) {
    case (.truth, _), (nil, _): return ""
    case (.text, let key) where !key.hasSuffix("one-of"): return ""
    default: break
    }
    let text = words.english
    return " " + text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
