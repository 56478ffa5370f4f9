import Core
import Drivers
import Testing

@testable import Exhibit

@Suite struct IIODeviceReportTests {
  @Test func aDeviceWithNothingToReadSaysSo() {
    let device = IIODevice(path: "/nowhere/iio:device3", name: "trigger")
    #expect(
      device.phrases(roles: []).map(\.english) == [
        "IIO device iio:device3, trigger, has nothing to read."
      ])
    #expect(
      device.json(roles: []).text == """
        {"device":"iio:device3","name":"trigger","measures":[],"accelerometer":false,\
        "sensing":[],"roles":[],"problem":null}
        """)
  }
}
