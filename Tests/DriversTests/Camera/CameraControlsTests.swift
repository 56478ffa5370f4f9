import CVideo
import Testing

@testable import Drivers

@Suite struct CameraControlTests {
  @Test(arguments: [V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, 0x0100, 0x0101, 0xffff_ffff])
  func headingsAndArraysAreNoControls(type: UInt32) {
    #expect(CameraControl.Kind(type) == nil)
  }

  @Test(arguments: [
    (V4L2_CTRL_TYPE_INTEGER.rawValue, CameraControl.Kind.integer),
    (V4L2_CTRL_TYPE_BOOLEAN.rawValue, .boolean), (V4L2_CTRL_TYPE_MENU.rawValue, .menu),
    (V4L2_CTRL_TYPE_BUTTON.rawValue, .button), (V4L2_CTRL_TYPE_INTEGER64.rawValue, .integer64),
    (V4L2_CTRL_TYPE_STRING.rawValue, .string), (V4L2_CTRL_TYPE_BITMASK.rawValue, .bitmask),
    (V4L2_CTRL_TYPE_INTEGER_MENU.rawValue, .integerMenu),
  ])
  func theKernelsKindsAreKnown(type: UInt32, kind: CameraControl.Kind) {
    #expect(CameraControl.Kind(type) == kind)
  }

  @Test func aMenuIsAskedNoFurtherThanALongOne() {
    var query = v4l2_query_ext_ctrl()
    (query.minimum, query.maximum) = (1, 3)
    #expect(CameraDevice.menuIndices(query) == 1..<4)
    (query.minimum, query.maximum) = (0, .max)
    #expect(CameraDevice.menuIndices(query) == 0..<CameraDevice.listLimit)
    (query.minimum, query.maximum) = (3, 1)
    #expect(CameraDevice.menuIndices(query).isEmpty)
    (query.minimum, query.maximum) = (.max, .max)
    #expect(CameraDevice.menuIndices(query).count <= Int(CameraDevice.listLimit))
  }
}
