import Board
import CFakeVideo
import Core
import Glibc
import System
import Testing

@testable import Drivers

/// The camera of the real set of devices, whose driver hangs in one call after the other.
@Suite struct LinuxCameraTests {
  private static let session = SessionID(number: 1)

  private func devices(_ fake: FakeCamera) throws -> LinuxDeviceSet {
    var plan = BoardPlan()
    (plan.camera, plan.socket, plan.store) = (fake.settings, "/nowhere", "/nowhere")
    return try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
  }

  /// The same with the camera open.
  private func openDevices(_ fake: FakeCamera) throws -> LinuxDeviceSet {
    var devices = try devices(fake)
    _ = try devices.open(.camera)
    _ = events(&devices, until: isOpened)
    return devices
  }

  /// What one wait after another finds until `isFound`, for 10 s at most.
  private func events(
    _ devices: inout LinuxDeviceSet, until isFound: (Event) -> Bool
  ) -> [Event] {
    var found: [Event] = []
    let end = Clock.now + .seconds(10)
    while !found.contains(where: isFound), Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      found += news.events
    }
    return found
  }

  private func isOpened(_ event: Event) -> Bool {
    if case .camera(.opened) = event { true } else { false }
  }

  private func isAnswered(_ event: Event) -> Bool {
    if case .camera(.answered(Self.session)) = event { true } else { false }
  }

  @Test(arguments: [
    FAKE_OPEN, FAKE_QUERYCAP, FAKE_S_INPUT, FAKE_ENUM_FMT, FAKE_ENUM_FRAMESIZES,
    FAKE_ENUM_FRAMEINTERVALS, FAKE_S_FMT, FAKE_G_PARM, FAKE_S_PARM, FAKE_REQBUFS, FAKE_QUERYBUF,
    FAKE_MMAP, FAKE_QBUF, FAKE_STREAMON,
  ])
  func nobodyWaitsForACameraThatHangsWhileItIsOpened(call: fake_call) throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, call)
    var devices = try devices(fake)
    #expect(try devices.open(.camera) == nil)
    #expect(fake_video_await_hang(fake.device, call))
    var news = News()
    #expect(devices.wait(until: Clock.now, since: Clock.now, &news) != nil)
    #expect(news.events.isEmpty)
    #expect(try devices.withFrame(nil) { _ in true } == nil)
    fake_video_release(fake.device, call)
    #expect(events(&devices, until: isOpened).count == 1)
    devices.close(.camera)
  }

  @Test(arguments: [FAKE_STREAMOFF, FAKE_REQBUFS, FAKE_CLOSE])
  func nobodyWaitsForACameraThatHangsWhileItIsClosed(call: fake_call) throws {
    let fake = try FakeCamera()
    var devices = try openDevices(fake)
    fake_video_hang(fake.device, call)
    devices.close(.camera)
    #expect(fake_video_await_hang(fake.device, call))
    // The next opening waits behind it, and the loop for neither.
    #expect(try devices.open(.camera) == nil)
    var news = News()
    #expect(devices.wait(until: Clock.now, since: Clock.now, &news) != nil)
    #expect(fake.count(of: FAKE_OPEN) == 1)
    fake_video_release(fake.device, call)
    #expect(events(&devices, until: isOpened).count == 1)
    #expect(fake.count(of: FAKE_OPEN) == 2)
  }

  @Test func aCameraThatIsClosedBeforeItIsOpenIsNotHeardOf() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_S_FMT)
    var devices = try devices(fake)
    _ = try devices.open(.camera)
    #expect(fake_video_await_hang(fake.device, FAKE_S_FMT))
    devices.close(.camera)
    fake_video_release(fake.device, FAKE_S_FMT)
    _ = try devices.open(.camera)
    #expect(events(&devices, until: isOpened).count == 1)
    #expect(fake.count(of: FAKE_CLOSE) == 1)
  }

  @Test func aCameraThatIsBeingClosedIsNotListenedTo() throws {
    let fake = try FakeCamera()
    var devices = try openDevices(fake)
    fake_video_hang(fake.device, FAKE_STREAMOFF)
    devices.close(.camera)
    #expect(fake_video_await_hang(fake.device, FAKE_STREAMOFF))
    // Now its node is readable, and hung up.
    fake_video_disconnect(fake.device)
    var news = News()
    _ = devices.wait(until: Clock.now, since: Clock.now, &news)
    #expect(devices.cameraReadiness == nil)
    fake_video_release(fake.device, FAKE_STREAMOFF)
  }

  @Test func anOpeningThatHangsIsAFailureThatNamesTheCamera() throws {
    let fake = try FakeCamera()
    fake_video_hang(fake.device, FAKE_S_FMT)
    var devices = try devices(fake)
    _ = try devices.open(.camera)
    var news = News()
    devices.giveUpCameraWork(at: Clock.now + CameraDelay.patience, &news)
    let failures = news.events.compactMap { event in
      if case .device(.failed(let failure)) = event { failure } else { Failure?.none }
    }
    #expect(failures.map(\.phrase.key) == ["camera.hangs"])
    #expect(failures.first?.phrase.english.hasPrefix(fake.path) == true)
    fake_video_release(fake.device, FAKE_S_FMT)
  }

  @Test func whoAsksACameraThatHangsIsAnsweredAndNothingStaysOpen() throws {
    let fake = try FakeCamera()
    var devices = try openDevices(fake)
    fake_video_hang(fake.device, FAKE_QUERY_EXT_CTRL)
    var news = News()
    for request in [CameraRequest.controls(json: false), .use("1")] {
      #expect(try devices.answer(request, for: Self.session, &news) == nil)
    }
    #expect(fake_video_await_hang(fake.device, FAKE_QUERY_EXT_CTRL))
    devices.giveUpCameraWork(at: Clock.now + CameraDelay.patience, &news)
    #expect(news.events.count(where: isAnswered) == 2)
    #expect(news.events.contains { if case .camera(.stays) = $0 { true } else { false } })
    // The second has not begun; the helper gives its node back, not the loop.
    #expect(fake.count(of: FAKE_CLOSE) == 0)
    fake_video_release(fake.device, FAKE_QUERY_EXT_CTRL)
    devices.close(.camera)
    _ = try devices.open(.camera)
    #expect(events(&devices, until: isOpened).contains(where: isOpened))
    // Both questions' and the first camera's; nobody was asked the second question.
    #expect(fake.count(of: FAKE_CLOSE) == 3)
    #expect(fake.count(of: FAKE_OPEN) == 2)
  }

  @Test func framesComeWhileADriverIsAsked() throws {
    let fake = try FakeCamera()
    var devices = try openDevices(fake)
    fake_video_hang(fake.device, FAKE_QUERY_EXT_CTRL)
    var news = News()
    #expect(try devices.answer(.controls(json: false), for: Self.session, &news) == nil)
    #expect(fake_video_await_hang(fake.device, FAKE_QUERY_EXT_CTRL))
    fake.deliver([UInt8](repeating: 77, count: 16 * 8 * 2))
    _ = devices.wait(until: Clock.now + .seconds(10), since: Clock.now, &news)
    try devices.takeFrame(at: Clock.now, &news)
    #expect(news.events.contains { if case .camera(.frame) = $0 { true } else { false } })
    fake_video_release(fake.device, FAKE_QUERY_EXT_CTRL)
    #expect(events(&devices, until: isAnswered).contains(where: isAnswered))
    #expect(fake_video_is_streaming(fake.device))
  }

  /// What comes of going on with the camera of `wishes` while `fake` is open.
  private func change(_ fake: FakeCamera, by wishes: CameraWishes) throws -> [Event] {
    var devices = try openDevices(fake)
    var news = News()
    let inUse = devices.modeInUse
    let mode = try #require(inUse)
    devices.use(mode, by: wishes, for: Self.session, &news)
    return news.events + events(&devices, until: isOpened)
  }

  @Test func anotherCameraIsOpenedAndThatIsAnswered() throws {
    let fake = try FakeCamera()
    let brief = try change(fake, by: CameraWishes()).map { String(describing: $0) }
    #expect(brief.first == "camera(Core.Event.Camera.changed(isOpening: true))")
    #expect(brief.contains { $0.contains("chosen(nil") })
    #expect(brief.contains { $0.contains("answered") })
    #expect(fake.count(of: FAKE_CLOSE) == 2 && fake.count(of: FAKE_OPEN) == 2)
  }

  @Test func aCameraThatDoesNotOpenLeavesTheFirstInUse() throws {
    let fake = try FakeCamera()
    let absent = CameraIdentity(card: "Absent camera", bus: "", identifiers: [])
    let events = try change(fake, by: CameraWishes().moved(to: absent))
    let brief = events.map { String(describing: $0) }
    #expect(!brief.contains { $0.contains("chosen") || $0.contains("failed") })
    #expect(events.contains(where: isAnswered))
    guard case .camera(.opened(let mode)) = events.last else {
      Issue.record("the first is not opened again")
      return
    }
    #expect(mode.path == fake.path)
  }

  @Test func aPauseDuringAChangeEndsIt() throws {
    let fake = try FakeCamera()
    var devices = try openDevices(fake)
    var news = News()
    let inUse = devices.modeInUse
    let mode = try #require(inUse)
    devices.use(mode, by: CameraWishes(), for: Self.session, &news)
    devices.close(.camera)
    let events = events(&devices, until: isAnswered).map { String(describing: $0) }
    #expect(events.contains { $0.contains("chosen(nil") })
    #expect(!events.contains { $0.contains("opened") })
  }
}
