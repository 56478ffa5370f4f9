import Core
@testable import Drivers
import Testing

@testable import Tools

@Suite struct CameraReportTests {
  private static func format(_ text: String, _ rates: FrameRates) throws -> CameraFormat {
    let format = try #require(FourCC(text))
    return CameraFormat(
      format, offers: [CameraOffer(format: format, width: 640, height: 480, rates: rates)])
  }

  private static func rates(_ intervals: (UInt32, UInt32)...) throws -> FrameRates {
    .discrete(
      try intervals.map { try #require(FrameInterval(numerator: $0.0, denominator: $0.1)) })
  }

  private static func lines(_ camera: CameraDescription, _ roles: [Role] = []) -> [String] {
    camera.phrases(roles: roles).map(\.english)
  }

  @Test func aNodeThatMayNotBeOpenedIsListedWithTheFix() {
    let refusal = Phrase.cameraForbidden("/dev/video0")
    let camera = CameraDescription(path: "/dev/video0", name: nil, refusal: refusal)
    #expect(Self.lines(camera) == ["Video device /dev/video0.", refusal.english])
    #expect(camera.json(roles: []).text.contains(#""problem":"/dev/video0 may not be opened"#))
  }

  @Test func formatsWithTheSameSizesAreToldTogether() throws {
    let camera = CameraDescription(
      path: "/dev/video0", name: "Cam",
      formats: [
        try Self.format("YUYV", try Self.rates((1, 30), (1001, 30_000))),
        try Self.format("MJPG", .unknown),
        try Self.format("NV12", try Self.rates((1, 30), (1001, 30_000))),
      ])
    #expect(
      Self.lines(camera, [.camera]) == [
        "Video device /dev/video0: Cam.", "Used for the camera.",
        "Delivers YUYV, NV12 at these sizes:", "640×480 at 30, 29.97 frames per second.",
        "Delivers MJPG at these sizes:", "640×480 at the driver's own rate.",
        "Its driver has no controls.",
      ])
  }

  @Test func aCameraThatScalesNamesItsLimits() throws {
    let range = SizeRange(widths: 16...1920, heights: 16...1080, widthStep: 2, heightStep: 2)
    let slow = try #require(FrameInterval(numerator: 1, denominator: 5))
    let fast = try #require(FrameInterval(numerator: 1, denominator: 60))
    let offers = try Self.format("YUYV", .range(shortest: fast, longest: slow)).offers
    let format = CameraFormat(offers[0].format, range: range, offers: offers)
    let camera = CameraDescription(path: "/dev/video0", name: "Cam", formats: [format])
    #expect(
      Self.lines(camera).dropFirst().prefix(2) == [
        "Delivers YUYV at any size from 16×16 to 1920×1080, such as:",
        "640×480 at 5 to 60 frames per second.",
      ])
    #expect(camera.json(roles: []).text.contains(#""rates":[5.0,60.0],"is_rate_range":true"#))
  }

  @Test func whoHasItOpenIsNamed() {
    let holder = DeviceHolder(process: 312, name: "exhibit")
    let camera = CameraDescription(path: "/dev/video0", name: "Cam", holder: holder)
    #expect(Self.lines(camera).contains("Open in exhibit, process 312."))
    #expect(camera.json(roles: []).text.contains(#""holder":{"name":"exhibit","process":312}"#))
  }

  @Test(arguments: [
    (
      CameraControl(
        identifier: 1, name: "Gain", kind: .integer, maximum: 255, standard: 100, value: 26,
        isInactive: true),
      [
        "Control Gain: integer, now 26, from 0 to 255 in steps of 1, default 100.",
        "It has no effect at the moment.",
      ]
    ),
    (
      CameraControl(
        identifier: 2, name: "Flip", kind: .boolean, maximum: 1, value: nil, isReadOnly: true),
      ["Control Flip: boolean, now unknown, default 0.", "It can only be read."]
    ),
    (
      CameraControl(
        identifier: 3, name: "Power Line", kind: .menu, maximum: 2, standard: 1, value: 2,
        items: [.init(value: 0, name: "Off"), .init(value: 2, name: "60 Hz")]),
      ["Control Power Line: menu, now 2, default 1, choices 0 for Off; 2 for 60 Hz."]
    ),
    (
      CameraControl(identifier: 4, name: "Bits", kind: .bitmask, maximum: 7, step: 0, value: 3),
      ["Control Bits: bitmask, now 3, of the bits 7, default 0."]
    ),
    (
      CameraControl(identifier: 5, name: "Reset", kind: .button),
      ["Control Reset: button, which has no value."]
    ),
    (
      CameraControl(identifier: 6, name: "Label", kind: .string, minimum: 2, maximum: 4),
      ["Control Label: string of 2 to 4 characters."]
    ),
  ])
  func aControlSaysWhatItTakes(control: CameraControl, lines: [String]) {
    #expect(control.phrases.map(\.english) == lines)
  }
}
