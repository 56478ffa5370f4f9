import CFakeVideo
import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct CameraHelperTests {
  /// Waits until `helper` has something done.
  private func next(of helper: inout CameraHelper, at now: Instant) -> CameraHelper.Done? {
    var ready = pollfd(fd: helper.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 10_000) == 1 else { return nil }
    return helper.takeDone(at: now)
  }

  private func at(_ seconds: Double) -> Instant { .zero + .milliseconds(Int(seconds * 1000)) }

  @Test func anOpeningComesBackWithItsCamera() throws {
    let fake = try FakeCamera()
    var helper = try CameraHelper()
    let opening = CameraOpening(fake.settings)
    helper.add(.opening(opening), at: .zero)
    let done = try #require(next(of: &helper, at: at(1)))
    #expect(done.isAwaited && done.time == .seconds(1))
    #expect(opening.failure == nil)
    let mode = opening.camera?.mode
    #expect(mode?.path == fake.path)
    opening.camera = nil
  }

  @Test func noProgramThatIsStartedInheritsItsPipes() throws {
    let helper = try CameraHelper()
    #expect(fcntl(helper.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func anOpeningThatFailsComesBackWithItsFailure() throws {
    let fake = try FakeCamera()
    fake.fail(FAKE_STREAMON, ENOSPC)
    var helper = try CameraHelper()
    let opening = CameraOpening(fake.settings)
    helper.add(.opening(opening), at: .zero)
    #expect(next(of: &helper, at: .zero)?.isAwaited == true)
    #expect(opening.failure?.phrase.key == "camera.no-bandwidth")
  }

  @Test func whatHangsIsGivenUpOnceAndWorthAWordBeforeThat() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_S_FMT)
    var helper = try CameraHelper()
    helper.add(.opening(CameraOpening(fake.settings)), at: at(1))
    #expect(helper.deadline == at(11))
    #expect(helper.delay(at: at(1.9)) == nil)
    #expect(helper.delay(at: at(4))?.time == .seconds(3))
    #expect(helper.giveUp(at: at(10.9)).isEmpty)
    #expect(helper.giveUp(at: at(11)).count == 1)
    #expect(helper.giveUp(at: at(12)).isEmpty)
    #expect(helper.deadline == nil)
    fake_video_release(fake.device, FAKE_S_FMT)
    #expect(next(of: &helper, at: at(13))?.isAwaited == false)
  }

  @Test func whatWasGivenUpBeforeItBeganNeverBegins() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_QUERYCAP)
    var helper = try CameraHelper()
    helper.add(.opening(CameraOpening(fake.settings)), at: .zero)
    helper.add(.opening(CameraOpening(fake.settings)), at: at(1))
    #expect(helper.giveUp(at: at(11)).count == 2)
    fake_video_release(fake.device, FAKE_QUERYCAP)
    #expect(next(of: &helper, at: at(12))?.isAwaited == false)
    guard case .closing = next(of: &helper, at: at(12))?.task else {
      Issue.record("the first is not closed")
      return
    }
    #expect(fake.count(of: FAKE_OPEN) == 1)
    #expect(helper.delay(at: at(30)) == nil)
  }

  @Test func aCameraThatNobodyWantsAnyMoreIsClosedBeforeAnythingElse() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_STREAMON)
    var helper = try CameraHelper()
    let (first, second) = (CameraOpening(fake.settings), CameraOpening(fake.settings))
    helper.add(.opening(first), at: .zero)
    #expect(fake_video_await_hang(fake.device, FAKE_STREAMON))
    helper.abandon(first)
    helper.add(.opening(second), at: .zero)
    fake_video_release(fake.device, FAKE_STREAMON)
    #expect(next(of: &helper, at: .zero)?.isAwaited == false)
    guard case .closing = next(of: &helper, at: .zero)?.task else {
      Issue.record("it is not closed")
      return
    }
    #expect(fake.count(of: FAKE_STREAMOFF) > 0)
    #expect(next(of: &helper, at: .zero)?.isAwaited == true)
    #expect(second.failure == nil)
    second.camera = nil
  }

  @Test func anOpeningThatWaitsAndIsNotWantedNeverBegins() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_QUERYCAP)
    var helper = try CameraHelper()
    let (first, second) = (CameraOpening(fake.settings), CameraOpening(fake.settings))
    helper.add(.opening(first), at: .zero)
    helper.add(.opening(second), at: .zero)
    helper.abandon(second)
    fake_video_release(fake.device, FAKE_QUERYCAP)
    #expect(next(of: &helper, at: .zero)?.isAwaited == true)
    #expect(second.camera == nil && second.failure == nil)
    #expect(helper.deadline == nil)
    first.camera = nil
    #expect(fake.count(of: FAKE_OPEN) == 1)
  }
}
