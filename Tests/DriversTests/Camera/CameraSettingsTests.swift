import Core
import Testing

@testable import Drivers

@Suite struct CameraSettingsTests {
  private static func formats(_ names: String...) throws -> [FourCC] {
    try names.map { try #require(FourCC($0)) }
  }

  private func taken(
    _ format: String?, of listed: [FourCC], converting convertible: [FourCC] = []
  ) throws(Failure) -> [String] {
    var settings = CameraSettings()
    settings.format = format
    return try settings.formats(among: listed, at: "/dev/video0") { convertible.contains($0) }
      .map(\.text)
  }

  @Test func aFormatThatIsNotOfferedFailsAndNamesTheOfferedOnes() throws {
    let listed = try Self.formats("YUYV", "MJPG")
    let failure = Failure(
      .camera, .cameraFormatNotOffered("/dev/video0", "NV12", "YUYV, MJPG"))
    #expect(throws: failure) { try taken("NV12", of: listed) }
  }

  @Test func aLongListOfFormatsIsCut() throws {
    let listed = try (10..<25).map { try #require(FourCC("Z\($0)")) }
    let names = "Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z20, Z21 and 3 more"
    let failure = Failure(.camera, .cameraFormatNotOffered("/dev/video0", "NV12", names))
    #expect(throws: failure) { try taken("NV12", of: listed) }
  }

  @Test func aFormatThatNobodyReadsFails() throws {
    let listed = try Self.formats("H264", "YUYV")
    let failure = Failure(
      .camera, .cameraFormatUnusable("/dev/video0", "H264", "H264, YUYV"))
    #expect(throws: failure) { try taken("H264", of: listed) }
  }

  @Test func aCameraThatListsNothingFails() {
    let failure = Failure(
      .camera, .cameraFormatUnusable("/dev/video0", "nothing", "nothing"))
    #expect(throws: failure) { try taken(nil, of: []) }
  }

  @Test func whatWeReadComesBeforeWhatNeedsConversion() throws {
    let listed = try Self.formats("UYVY", "YUYV", "H264", "MJPG")
    #expect(try taken(nil, of: listed, converting: listed) == ["YUYV", "MJPG"])
  }

  @Test func whereWeReadNoneConversionHelps() throws {
    let listed = try Self.formats("H264", "UYVY")
    #expect(try taken(nil, of: listed, converting: Self.formats("UYVY")) == ["UYVY"])
  }

  @Test func aNamedFormatMayNeedConversion() throws {
    let listed = try Self.formats("YUYV", "RGB3")
    #expect(try taken("rgb3", of: listed, converting: listed) == ["RGB3"])
  }
}
