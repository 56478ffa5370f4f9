import Core
import Evidence
import Imaging

extension StoreSetup {
  /// A store in `directory`, of the device whose folder is `device`, whose pictures pass the same check as a
  /// frame that is kept.
  package init(directory: String, device: String, program: ProgramFacts) {
    self.init(directory: directory, device: device, program: program) { bytes in
      // What is no picture has no size; why it is none is nobody's question here.
      guard let structure = try? JPEGStructure(parsing: bytes), structure.endOffset != nil,
        (try? structure.withHuffmanTables(in: bytes) { bytes, _ throws(ImagingError) in
          try PictureCheck.check(bytes, structure)
        }) != nil
      else { return nil }
      return PictureSize(width: structure.width, height: structure.height)
    }
  }
}
