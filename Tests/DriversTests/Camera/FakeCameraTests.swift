import CFakeVideo
import CVideo
import Core
import Glibc
import System
import Testing

@testable import Drivers

/// What the other tests of cameras stand on.
@Suite struct FakeCameraTests {
  private static let picture = [UInt8](repeating: 77, count: 16 * 8 * 2)

  @Test func itStreamsIntoTheProgramsDescriptor() throws {
    let fake = try FakeCamera()
    do {
      var camera = try Camera(fake.settings)
      var ready = pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&ready, 1, 0) == 0)
      #expect(fake.deliver(Self.picture))
      #expect(poll(&ready, 1, 0) == 1)
      let frame = try #require(try camera.advance())
      #expect(poll(&ready, 1, 0) == 0)
      let bytes = try camera.withFrame(frame.sequence) { bytes, _ in Array(bytes) }
      #expect(bytes == Self.picture)
    }
    #expect(!fake_video_is_streaming(fake.device))
    #expect(fake_video_buffer_count(fake.device) == 0)
    #expect(fake.count(of: FAKE_CLOSE) == 1)
  }

  @Test func aPathThatIsNotItsIsTheKernels() throws {
    let fake = try FakeCamera()
    var settings = fake.settings
    settings.device = fake.path + "-other"
    #expect(throws: Failure.self) { _ = try Camera(settings) }
    #expect(fake.count(of: FAKE_OPEN) == 0)
  }

  @Test func aPulledPlugHangsUp() throws {
    let fake = try FakeCamera()
    var camera = try Camera(fake.settings)
    fake_video_disconnect(fake.device)
    var ready = pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 0) == 1)
    #expect(ready.revents & Int16(POLLHUP) != 0)
    do throws(Failure) {
      _ = try camera.advance()
      Issue.record("the camera answers")
    } catch {
      #expect(error.phrase.key == "camera.gone")
    }
  }

  @Test func whatHangsGoesOnWhenItIsReleased() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_QUERYCAP)
    let helper = Unmanaged.passRetained(fake)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let fake = Unmanaged<FakeCamera>.fromOpaque(argument).takeRetainedValue()
        _ = try? CameraDevice.open(fake.path)  // what comes of it is counted below
        return nil
      }, helper.toOpaque())
    #expect(fake_video_await_hang(fake.device, FAKE_QUERYCAP))
    #expect(fake.count(of: FAKE_CLOSE) == 0)
    fake_video_release(fake.device, FAKE_QUERYCAP)
    pthread_join(thread, nil)
    #expect(fake.count(of: FAKE_CLOSE) == 1)
  }

  /// Each call that opening and starting makes, with how often it may fail without harm.
  static let calls: [fake_call] = [
    FAKE_OPEN, FAKE_QUERYCAP, FAKE_S_FMT, FAKE_REQBUFS, FAKE_QUERYBUF, FAKE_MMAP, FAKE_QBUF,
    FAKE_STREAMON,
  ]

  @Test(arguments: calls)
  func aCallThatFailsEndsTheOpeningWithASentenceThatNamesTheCamera(call: fake_call) throws {
    let fake = try FakeCamera()
    fake.fail(call, EIO)
    do throws(Failure) {
      _ = try Camera(fake.settings)
      Issue.record("the camera opens")
    } catch {
      #expect(error.phrase.english.contains(fake.path))
      #expect(error.cause?.code == EIO)
    }
    #expect(fake.count(of: FAKE_OPEN) - fake.count(of: FAKE_CLOSE) == (call == FAKE_OPEN ? 1 : 0))
    #expect(fake_video_buffer_count(fake.device) == 0)
  }

  static let harmless: [fake_call] = [
    FAKE_S_INPUT, FAKE_ENUM_FRAMESIZES, FAKE_ENUM_FRAMEINTERVALS, FAKE_G_PARM, FAKE_S_PARM,
    FAKE_QUERY_EXT_CTRL, FAKE_QUERYMENU, FAKE_G_EXT_CTRLS, FAKE_S_EXT_CTRLS, FAKE_ENUM_FMT,
  ]

  @Test(arguments: harmless)
  func aCallThatADriverMayLackIsNotMissed(call: fake_call) throws {
    let fake = try FakeCamera()
    fake.fail(call, EINVAL)
    var camera = try Camera(fake.settings)
    fake.deliver(Self.picture)
    let frame = try camera.advance()
    #expect(frame != nil)
  }
}
