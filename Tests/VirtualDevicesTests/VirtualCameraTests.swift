import Core
import Testing

@testable import VirtualDevices

@Suite struct VirtualCameraTests {
  private var camera: VirtualCamera {
    let scene = Scene(width: 64, height: 48, RandomGenerator(seed: 1))
    return VirtualCamera(.scene(scene), framesPerSecond: 10)
  }

  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  @Test func withoutItsPlugItCannotBeOpened() {
    var camera = camera
    camera.unplug()
    #expect(throws: Failure.unplugged) { try camera.open(at: .zero) }
    camera.plug()
    #expect(throws: Never.self) { try camera.open(at: .zero) }
  }

  @Test func pullingThePlugBreaksTheStreamOnce() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    camera.unplug()
    #expect(throws: Failure.unplugged) { try camera.take() }
    #expect(try camera.take() == nil)
  }

  @Test func framesComeAtTheirTimes() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    camera.advance(to: at(300))
    #expect(try camera.take()?.stamped == at(180))
    camera.advance(to: at(310))
    #expect(try camera.take()?.stamped == at(280))
    #expect(camera.previousFrame?.stamped == at(180))
  }

  @Test func aHungStreamIsSilentUntilItIsOpenedAnew() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    camera.hang()
    camera.advance(to: at(5000))
    #expect(try camera.take() == nil)
    camera.close()
    _ = try camera.open(at: at(5000))
    camera.advance(to: at(5300))
    #expect(try camera.take()?.sequence == 0)
  }

  @Test func aSilentCameraIsSilentHoweverOftenItIsOpened() throws {
    var camera = camera
    camera.isSilent = true
    _ = try camera.open(at: .zero)
    camera.advance(to: at(5000))
    #expect(try camera.take() == nil)
    camera.isSilent = false
    camera.advance(to: at(5200))
    #expect(try camera.take() != nil)
  }

  @Test func aStallLeavesOldFramesAndLosesTheNewest() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    camera.advance(to: at(5000))
    let sequences = try (0...VirtualCamera.bufferCount).map { _ in try camera.take()?.sequence }
    #expect(sequences == [0, 1, 2, 3, 4, 5, nil])
    camera.advance(to: at(5100))
    #expect(try #require(try camera.take()).stamped > at(4900))
    #expect(camera.counts.lost > 40)
  }

  @Test func aStreamIsStartedOnce() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    #expect(throws: Failure.busyCamera) { try camera.open(at: .zero) }
  }

  @Test func whatIsHeldTakesNoPicture() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    for milliseconds in [300, 400] {
      camera.advance(to: at(milliseconds))
      _ = try camera.take()
    }
    camera.advance(to: at(5000))
    let taken = try (0..<VirtualCamera.bufferCount).compactMap { _ in try camera.take()?.sequence }
    #expect(taken == [2, 3, 4, 5])
  }

  @Test func aSpoiledFrameIsNoPictureForAPhoto() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    camera.advance(to: at(300))
    _ = try camera.take()
    camera.spoiledCount = 1
    let counts = try [0, nil, 0].map { try camera.withFrame($0) { bytes, _ in bytes.count } }
    #expect(counts == [64 * 48, 64 * 48 * 2, 64 * 48 * 2])
    #expect(camera.counts.undecodable == 1)
  }

  @Test func aFrameThatIsHeldNoLongerIsNotLent() throws {
    var camera = camera
    _ = try camera.open(at: .zero)
    for milliseconds in [300, 400, 500] {
      camera.advance(to: at(milliseconds))
      _ = try camera.take()
    }
    #expect(try camera.withFrame(1) { bytes, _ in bytes.count } == 64 * 48 * 2)
    try camera.releasePrevious()
    #expect(try camera.withFrame(1) { bytes, _ in bytes.count } == nil)
    #expect(try camera.withFrame(2) { bytes, _ in bytes.count } == 64 * 48 * 2)
  }
}
