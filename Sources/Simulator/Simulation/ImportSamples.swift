import Core
import Evidence
import Glibc
import Imaging
import System

/// The files that people of a simulation bring: three small pictures, two of them the same, and one thing that is no
/// file.
struct ImportSamples {
  /// What stands for their folder in a line of a console.
  static let place = "@import"

  /// What stands for the file of a request.
  static let request = "@request"

  /// Their digests.
  let digests: Set<String>

  /// Makes them in the folder of `root`.
  init(in root: String) {
    let folder = ImportSamples.folder(in: root)
    mkdir(folder, 0o750)
    symlink("nowhere", "\(folder)/link.jpg")
    var digests: Set<String> = []
    for (name, grey) in [("a", 40), ("b", 200), ("same-as-a", 40)] as [(String, UInt8)] {
      let picture = ImportSamples.picture(of: grey)
      digests.insert(Digest.of(picture))
      ForgetfulMedium.fill("\(folder)/\(name).jpg", with: picture)
    }
    self.digests = digests
    let wish = #"{"url": "https://a.example/1", "required_evidence": ["Front", "Back"]}"#
    ForgetfulMedium.fill(ImportSamples.requestFile(in: root), with: Array(wish.utf8))
  }

  /// Where the file of the request is.
  static func requestFile(in root: String) -> String { "\(root)/request.json" }

  /// Where they are, beside the medium of `root`.
  static func folder(in root: String) -> String { "\(root)/import" }

  /// How many files a person names by `path`: one, or the folder of them.
  static func fileCount(at path: String) -> Int { path.hasSuffix(".jpg") ? 1 : 4 }

  private static func picture(of grey: UInt8) -> [UInt8] {
    let layout = FrameLayout(format: .yuyv, width: 64, height: 48, bytesPerLine: 128)
    let pixels = (0..<6144).map { UInt8(truncatingIfNeeded: Int(grey) + $0 / 512) }
    let picture = pixels.withUnsafeBytes { try? JPEGEncoder.jpeg(of: $0, layout, quality: 90) }
    guard let picture else { preconditionFailure("a grey picture can be encoded") }
    return picture
  }
}
