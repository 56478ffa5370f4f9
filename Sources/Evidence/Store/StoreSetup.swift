import Core
import System

/// Where a store is, whose it is, and what it is opened with.
package struct StoreSetup {
  /// Folder of the store.
  package let directory: String
  /// Folder with the device's key.
  package let device: String
  /// The program that writes.
  package var program: ProgramFacts
  /// Whether it is opened for a record of somebody else's than the program that usually writes to it: nothing is made
  /// that is missing, and it does not count as a program that ran.
  package var isVisit = false
  /// The default database, to which the store can be reset.
  package var defaults = SharedFiles.installed.defaults
  /// The folder with the texts of the guide.
  package var guide = SharedFiles.installed.guide
  /// The language in which people are spoken to, as the store's texts name it.
  package var language = "en"
  /// Whether clips are to be recorded for a study of the thing that a new store begins with.
  package var collects = false
  /// What both are on; a simulation puts a medium here that fails and forgets.
  package var medium: any Medium = SystemMedium()
  /// Says how large a picture in bytes is, or that they are no whole picture.
  package var check: (UnsafeRawBufferPointer) -> PictureSize?

  /// Says how large a picture is that begins with these bytes, as far as its header tells.
  package var measure: (UnsafeRawBufferPointer) -> PictureSize? = { _ in nil }

  /// A store in `directory`, of the device whose folder is `device`.
  package init(
    directory: String, device: String, program: ProgramFacts,
    check: @escaping (UnsafeRawBufferPointer) -> PictureSize?
  ) {
    self.directory = directory
    self.device = device
    self.program = program
    self.check = check
  }
}
