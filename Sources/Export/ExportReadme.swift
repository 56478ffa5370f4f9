import Core

/// `README.txt`: what an export is, for whoever gets it and has neither the program nor its guide.
enum ExportReadme {
  static let file = "README.txt"
  /// The beginning of each: another file of that name is somebody's, and stays.
  private static let title =
    "Photos and clips of a camera that keeps proof, made by the program exhibit."

  /// Whether one may be written where `earlier` is; nil: nothing is there.
  static func mayReplace(_ earlier: [UInt8]?) -> Bool {
    earlier?.starts(with: title.utf8) ?? true
  }

  /// The text of an export of the device with `fingerprint`, in which these other verifiers lie.
  static func text(fingerprint: String?, verifiers: [String]) -> String {
    var paragraphs = [
      Phrase(
        "readme.contents",
        """
        index.html shows all of them in a browser, without a network; inventory.csv has the things that they \
        show, for a spreadsheet; manifest.json is all of it for programs. The folders of things have copies with \
        date and orientation put in. The folder \(PieceSource.proof) has what the camera stored, with its \
        records and signatures.
        """),
      Phrase(
        "readme.verify",
        "Whether anything was changed or removed 'exhibit verify' says, where that program is installed."
      ),
    ]
    for file in verifiers {
      let isPage = file.hasSuffix(OtherVerifier.page)
      paragraphs.append(
        isPage
          ? Phrase(
            "readme.page",
            """
            Without it, in a browser: open \(file), and choose the folder of this file. It compares every file \
            with the records, and needs no network and no other program.
            """)
          : Phrase(
            "readme.script",
            """
            More is compared, what the records come to and each copy with its original too, in the folder of this \
            file, with Python 3.11 or later and its package cryptography: 'python3 \(file) .'. It shares nothing \
            with the other program. Take both from somebody you trust where you don't trust this folder.
            """))
    }
    paragraphs.append(.readmeFingerprint(fingerprint ?? "-"))
    return ([title] + paragraphs.map(\.english)).map { "\($0)\n" }.joined(separator: "\n")
  }
}

/// `verify.html` and `verify.py`, which lie in each export: whoever gets it needs no program of ours.
enum OtherVerifier {
  static let page = "verify.html"
  private static let script = "verify.py"
  /// They are much shorter.
  static let longest = 1 << 22

  /// The name of each in an export and its path, where `path` is that of the script.
  static func files(beside path: String) -> [(name: String, path: String)] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return [(page, "\(folder)\(page)"), (script, path)]
  }
}

extension Phrase {
  fileprivate static func readmeFingerprint(_ fingerprint: String) -> Phrase {
    Phrase(
      "readme.fingerprint",
      """
      Whose camera it was no file in here can prove. Ask its owner for the fingerprint that was written down, \
      and compare: here it is said to be \(fingerprint).
      """)
  }

}
