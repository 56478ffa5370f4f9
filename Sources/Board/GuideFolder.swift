import Core
import System

/// The folder with the texts of the guide: `recording.md` and so on, and below it a folder for each other language.
package struct GuideFolder {
  /// More texts are none of ours.
  private static let mostTexts = 32
  private static let ending = ".md"

  private let path: String
  private let language: String

  /// The folder at `path`, for readers of the language of this name.
  package init(_ path: String, language: String) {
    self.path = path
    self.language = language
  }

  /// All texts by their names, in the language where there are such, else in English; blocks on the disk.
  package func texts() throws(Failure) -> [GuideSource] {
    let names = try names()
    guard !names.isEmpty else {
      throw .guide(
        Phrase(
          "guide.empty",
          "There are no texts in the folder \(path.printable). Install the package exhibit again."))
    }
    var texts: [GuideSource] = []
    for name in names {
      guard let text = try translated(name) else { continue }
      let called = String(name.dropLast(GuideFolder.ending.count)).printable
      texts.append(GuideSource(name: called, text: text))
    }
    return texts
  }

  private func translated(_ name: String) throws(Failure) -> String? {
    if language != "en", let own = try text("\(language)/\(name)") { return own }
    return try text(name)
  }

  private func names() throws(Failure) -> [String] {
    do throws(SystemError) {
      return try Folder.names(in: path, atMost: GuideFolder.mostTexts).filter {
        $0.hasSuffix(GuideFolder.ending) && !$0.hasPrefix(".")
      }
    } catch {
      throw .guide(
        error.isAbsence
          ? Phrase(
            "guide.missing",
            """
            There are no texts: the folder \(path.printable) is missing. Install the package exhibit again.
            """) : .guideUnreadable(path.printable, error.reason))
    }
  }

  /// The text in the file `name`; nil where there is none.
  private func text(_ name: String) throws(Failure) -> String? {
    let file = "\(path)/\(name)"
    do throws(SystemError) {
      guard let bytes = try File.bytes(at: file, limit: GuideText.mostBytes) else {
        throw SystemError(call: "read", code: GuideFolder.tooLarge)
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      if error.isAbsence { return nil }
      throw .guide(.guideUnreadable(file.printable, error.reason))
    }
  }

  /// EFBIG, by which a file is no text that is too large.
  private static let tooLarge: Int32 = 27
}

extension Failure {
  fileprivate static func guide(_ phrase: Phrase) -> Failure {
    Failure(.console, phrase, kind: .refused)
  }
}

extension Phrase {
  static func guideUnreadable(_ file: String, _ reason: String) -> Phrase {
    Phrase("guide.unreadable", "\(file) can't be read: \(reason).")
  }
}
