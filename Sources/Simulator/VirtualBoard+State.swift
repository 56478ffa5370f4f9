import Core
import Imaging

/// What can be seen of a board from outside.
struct BoardState {
  /// Whether the light is on; nil while it is closed or broken.
  let light: Bool?
  /// Whether the buzzer is on; nil while it is closed or broken.
  let buzzer: Bool?
  let isCameraOpen: Bool
  /// How the camera that is open runs.
  let cameraPower: CameraPower
  /// Whether the camera could be opened and would deliver.
  let isCameraThere: Bool
  /// Whether somebody moves the board.
  let isShaken: Bool
  /// How warm it is; nil while nobody can tell.
  let temperature: Temperature?
  let isButtonOpen: Bool
  let isStoreOpen: Bool
  /// Pictures in memory.
  let pictureCount: Int
  /// Whether everything that happened was told.
  let isQuiet: Bool
}

extension VirtualBoard {
  /// What can be seen of it now.
  var state: BoardState {
    BoardState(
      light: light.visible, buzzer: buzzer.visible, isCameraOpen: camera.isOpen,
      cameraPower: camera.openPower, isCameraThere: camera.wouldDeliver,
      isShaken: accelerometer.isShaken, temperature: temperature,
      isButtonOpen: button.isOpen, isStoreOpen: keeper.isOpen, pictureCount: keeper.pictureCount,
      isQuiet: isQuiet)
  }

  /// What the camera sees, reduced; nil while it delivers nothing.
  ///
  /// Blocks for some milliseconds of computing.
  public func thumbnail() -> Thumbnail? {
    let thumbnail = try? camera.withNewestFrame {
      (frame, layout) throws(Failure) -> Thumbnail? in
      // A picture that can't be reduced is not shown.
      try? Thumbnailer.thumbnail(of: frame, layout)
    }
    return thumbnail ?? nil
  }
}
