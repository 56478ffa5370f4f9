import Core
import Glibc
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
