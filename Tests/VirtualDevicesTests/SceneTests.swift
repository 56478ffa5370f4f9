import Core
import Testing

@testable import VirtualDevices

@Suite struct SceneTests {
  private func picture(_ seed: UInt64, at seconds: Int) -> [UInt8] {
    let scene = Scene(width: 64, height: 48, RandomGenerator(seed: seed))
    return [UInt8](unsafeUninitializedCapacity: scene.byteCount) { buffer, count in
      scene.draw(into: UnsafeMutableRawBufferPointer(buffer), at: .zero + .seconds(seconds))
      count = scene.byteCount
    }
  }

  @Test func theSameSeedAtTheSameInstantIsTheSamePicture() {
    #expect(picture(1, at: 3) == picture(1, at: 3))
  }

  @Test func itMoves() {
    #expect(picture(1, at: 3) != picture(1, at: 4))
  }

  @Test func anotherSeedIsAnotherScene() {
    #expect(picture(1, at: 3) != picture(2, at: 3))
  }
}
