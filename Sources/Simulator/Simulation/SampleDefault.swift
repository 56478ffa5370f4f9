import Core
import Evidence
import Glibc

/// The default database of a simulated board, which lies where nothing fails.
struct SampleDefault {
  /// Where it is.
  let path: String

  /// The one in the folder `root`, made unless it is there.
  init(in root: String) {
    mkdir(root, 0o750)
    path = "\(root)/default-exhibit.sqlite"
    guard access(path, F_OK) != 0 else { return }
    // Where it can't be made every reset is refused, and the rules see it.
    try? DefaultDatabase.make(
      path, with: ["en": ["sample": "A text."], "de": ["sample": "Ein Text."]])
  }
}
