import Core
import Testing

@testable import Drivers

@Suite struct HeldFramesTests {
  private func entry(_ sequence: UInt32, in buffer: UInt32) -> HeldFrames.Entry {
    HeldFrames.Entry(
      frame: Frame(sequence: sequence, byteCount: 1, stamped: .zero), buffer: buffer)
  }

  @Test func nothingIsHeldAtFirst() {
    #expect(HeldFrames().entry(0) == nil)
  }

  @Test func theFrameBeforeTheNewestIsLetGoOnce() {
    var held = HeldFrames()
    _ = held.hold(entry(1, in: 3))
    _ = held.hold(entry(2, in: 5))
    #expect([held.release(), held.release()] == [3, nil])
    #expect(held.entry(1) == nil)
    #expect(held.entry(2)?.buffer == 5)
  }

  @Test func ofTwoFramesWithOneNumberTheNewerIsMeant() {
    var held = HeldFrames()
    _ = held.hold(entry(0, in: 3))
    _ = held.hold(entry(0, in: 5))
    #expect(held.entry(0)?.buffer == 5)
  }
}
