import Core
import Evidence
import Imaging

extension StoreSetup {
  /// A store in `directory`, of the device whose folder is `device`, whose pictures pass the same check as a
  /// frame that is kept.
  package init(directory: String, device: String, program: ProgramFacts) {
    self.init(directory: directory, device: device, program: program) { bytes in
      // Why something is no picture is nobody's question here.
      guard let picture = try? PictureCheck.check(bytes) else { return nil }
      return PictureSize(width: picture.width, height: picture.height)
    }
    measure = { bytes in
      JPEGSize.size(of: bytes).map { PictureSize(width: $0.width, height: $0.height) }
    }
  }
}
