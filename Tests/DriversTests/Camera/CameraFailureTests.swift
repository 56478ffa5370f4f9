import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct CameraFailureTests {
  static let sentences: [(code: Int32, key: String)] = [
    (EACCES, "camera.forbidden"), (ENODEV, "camera.gone"), (EIO, "camera.stopped"),
    (ENOSPC, "camera.no-bandwidth"), (ENOMEM, "camera.no-memory"), (EINVAL, "camera.call-failed"),
  ]

  @Test(arguments: sentences)
  func eachErrorHasASentenceThatNamesTheDevice(code: Int32, key: String) {
    let error = SystemError(call: "VIDIOC_STREAMON", code: code)
    let failure = Failure(error, ofCameraAt: "/dev/video4")
    #expect(failure.phrase.key == key)
    #expect(failure.cause == error)
    #expect(failure.phrase.english.contains("/dev/video4"))
  }

  @Test func aBusyDeviceWithoutAKnownHolderSaysHowToFindHim() {
    let failure = Failure(SystemError(call: "open", code: EBUSY), ofCameraAt: "/dev/none")
    #expect(failure.phrase.english.contains("sudo fuser -v /dev/none"))
  }
}
