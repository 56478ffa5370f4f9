import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct CameraDeviceTests {
  private func failure(opening device: String) throws -> Failure {
    var settings = CameraSettings()
    settings.device = device
    do throws(Failure) {
      _ = try Camera(settings)
    } catch {
      return error
    }
    throw NotRefused()
  }

  private struct NotRefused: Error {}

  @Test func aMissingCameraIsNamed() throws {
    let failure = try failure(opening: "/dev/v4l/by-id/none")
    #expect(failure.role == .camera)
    #expect(failure.cause?.code == ENOENT)
    #expect(failure.phrase.english.hasPrefix("There is no camera at /dev/v4l/by-id/none"))
  }

  @Test func aDeviceOfAnotherKindIsNoCamera() throws {
    let failure = try failure(opening: "/dev/null")
    #expect(failure.phrase.key == "camera.not-video")
    #expect(failure.cause?.call == "VIDIOC_QUERYCAP")
  }
}

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
