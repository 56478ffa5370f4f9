import Core
import Glibc

/// What the driver says of the device's buffer.
extension IIODevice {
  /// The folder of the buffer's own attributes, and that of its elements: one since Linux 5.13.
  var bufferFolders: (buffer: String, elements: String)? {
    let choices = [("buffer0", "buffer0"), ("buffer", "scan_elements")]
    return choices.map { ("\(path)/\($0)", "\(path)/\($1)") }.first { buffer, elements in
      access(buffer + "/enable", F_OK) == 0
        && IIOAxes.names.allSatisfy { access("\(elements)/\($0)_en", F_OK) == 0 }
    }
  }

  /// The layout of a scan with all that is enabled in `folder` now.
  func scanLayout(in folder: String) throws(Failure) -> ScanLayout {
    var channels: [ScanLayout.Channel] = []
    for path in DevicePaths.matching(folder + "/in_*_en")
    where SysfsAttribute.textIfReadable(at: path) == "1" {
      channels.append(try channel(String(path.dropLast("_en".count))))
    }
    return ScanLayout(channels)
  }

  private func channel(_ path: String) throws(Failure) -> ScanLayout.Channel {
    let name = DevicePaths.name(of: path)
    let index = SysfsAttribute.textIfReadable(at: path + "_index") ?? ""
    let type = SysfsAttribute.textIfReadable(at: path + "_type") ?? ""
    guard let number = Int(index) else { throw unclear("scan index \(name)", index) }
    guard let element = ScanElement(type) else { throw unclear("scan type \(name)", type) }
    return ScanLayout.Channel(name: name, index: number, element: element)
  }
}
