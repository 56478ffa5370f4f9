import Core
import Glibc
import Imaging

@testable import Drivers

/// The buffers that a driver hands out one after the other: each has a head of 4 bytes and ends before the next
/// `FF D8 FF`.
enum FrameTarget {
  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let settling = Int(reader.byte() % 4)
    var intake = FrameIntake(check(reader.byte()), settling: settling)
    var lent: Set<UInt32> = []
    var index: UInt32 = 0
    while !reader.isEmpty {
      let buffer = buffer(&reader, index)
      let bytes = reader.bytes(Int(reader.byte()))
      let outcome = bytes.withUnsafeBytes { intake.take(buffer, $0, at: .zero + .seconds(10)) }
      lent.insert(index)
      if let released = outcome.released {
        claim(lent.remove(released) != nil, "a buffer was given back twice")
      }
      claim(lent.count <= 2, "more than two buffers are held")
      if let frame = outcome.frame { claim(frame.stamped <= .zero + .seconds(10), "a later frame") }
      index += 1
    }
  }

  private static func check(_ byte: UInt8) -> FrameCheck {
    byte % 4 == 0
      ? FrameCheck(FrameLayout(format: .yuyv, width: 4, height: 4, bytesPerLine: 8)) : .jpeg
  }

  private static func buffer(_ reader: inout InputReader, _ index: UInt32) -> DeliveredBuffer {
    let (flags, step, time) = (reader.byte(), reader.byte(), reader.byte())
    let seconds = time == 255 ? Int.max : time == 254 ? Int.min : Int(time)
    return DeliveredBuffer(
      index: index, sequence: step == 255 ? .max : index &+ UInt32(step), byteCount: 0,
      flags: UInt32(flags) << 6 | 0x2000, stamp: timeval(tv_sec: seconds, tv_usec: 0))
  }
}
