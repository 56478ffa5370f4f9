import Board
import Core
import VirtualDevices

/// One turn of the loop, after all that it wanted was done.
struct Step {
  /// When the event was read, the event, and what the machine wanted done.
  let turn: Turn
  /// The machine afterwards.
  let machine: Machine
  /// The board afterwards.
  let board: BoardState
  /// Calls to its devices in this turn, and news of them.
  let devices: DeviceLog

  /// `turn`, after which `machine` and `board` are as they are; begins to log the next.
  init(of turn: Turn, _ machine: Machine, _ board: inout Executor<ObservedDevices>) {
    self.turn = turn
    self.machine = machine
    self.board = BoardState(board)
    devices = board.devices.log
    board.devices.log.beginTurn()
  }

  var now: Instant { turn.now }
  var event: Event { turn.event }
  var effects: [Effect] { turn.effects }
}

/// State of a board as it is seen from outside.
struct BoardState {
  /// Its devices.
  let parts: VirtualParts
  let isStoreOpen: Bool
  /// Pictures in memory.
  let pictureCount: Int
  /// Frames in the file of the clip under way; nil while it has none.
  let clipFrameCount: Int?
  /// Whether the machine is still to be told what the store comes to.
  let owesFacts: Bool
  /// Whether everything that happened was told.
  let isQuiet: Bool
  /// When all that was wanted had been done.
  let now: Instant

  /// State of `board`.
  fileprivate init(_ board: borrowing Executor<ObservedDevices>) {
    parts = board.devices.devices.parts
    isStoreOpen = board.store.current != nil
    pictureCount = board.photos.count
    clipFrameCount = board.store.current?.clipFrameCount
    owesFacts = board.owesFacts
    isQuiet = board.isQuiet
    now = board.devices.now
  }

  /// Whether the light is on; nil while it is closed or broken.
  var light: Bool? { parts.light.visible }
  /// Whether the buzzer is on; nil while it is closed or broken.
  var buzzer: Bool? { parts.buzzer.visible }
  var isCameraOpen: Bool { parts.camera.isOpen }
  /// How the camera that is open runs.
  var cameraPower: CameraPower { parts.camera.openPower }
  /// Whether the camera could be opened and would deliver.
  var isCameraThere: Bool { parts.camera.wouldDeliver }
  /// Whether somebody moves the board.
  var isShaken: Bool { parts.accelerometer.isShaken }
  /// Since when nobody moves it; nil while somebody does.
  var stillSince: Instant? { isShaken ? nil : parts.camera.stillSince ?? .zero }
  /// How warm it is; nil while nobody can tell.
  var temperature: Temperature? { parts.temperature }
  /// Room on the medium, as the store sees it.
  var space: Space? { parts.medium.space }
  var isButtonOpen: Bool { parts.button.isOpen }
}
