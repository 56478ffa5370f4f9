import Testing

@testable import Core

/// How a photo is seen upright is settled when its frame is taken.
@Suite struct OrientationRecordTests {
  private static let board = Settings.board { $0.roles.insert(.accelerometer) }

  private static func held(_ x: Int, _ y: Int, at seconds: Double) -> [Cue] {
    [Cue(.accelerometer(.reading(Acceleration(x: x, y: y, z: 0))), at: .at(seconds))]
  }

  /// A camera that is opened anew at 2 s and is mounted so.
  private static func mounted(_ mounting: Mounting?) -> [Cue] {
    var mode = CameraMode.lab
    mode.mounting = mounting
    return [
      Cue(.camera(.changed(isOpening: true)), at: .at(2)), Cue(.camera(.opened(mode)), at: .at(2)),
    ]
  }

  @Test func aCameraOfWhichNobodySaidHowItIsHeldHasNone() {
    let run = Recording(
      Self.board, [Self.mounted(nil), Self.held(1000, 0, at: 4.01), Cue.line("snap", at: 5)])
    #expect(run.stored.map(\.orientation) == [nil])
    #expect(run.stored.count == 1)
  }

  @Test func gravityAtTheShotCounts() {
    let run = Recording(
      Self.board,
      [
        Self.mounted(Mounting()), Self.held(1000, 0, at: 4.01), Cue.line("snap", at: 5),
        Self.held(0, -1000, at: 7.99), Self.held(0, 1000, at: 8.2),
      ])
    #expect(run.stored.map(\.orientation) == [.bottomRight])
  }

  @Test func withoutAnAccelerometerTheMountAloneCounts() {
    var mounting = Mounting()
    mounting.turn = .right
    let run = Recording([Self.mounted(mounting), Cue.line("snap", at: 5)])
    #expect(run.stored.map(\.orientation) == [.rightTop])
  }

  @Test func statusTellsItWhereItIsOutOfTheOrdinary() {
    let run = Recording(
      Self.board,
      [Self.mounted(Mounting()), Self.held(1000, 0, at: 4.01), Cue.line("status", at: 4.02)])
    #expect(run.said().first?.contains(Phrase.statusTurned(270).english) == true)
  }
}
