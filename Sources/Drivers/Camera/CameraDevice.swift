import CVideo
import Core
import Glibc
import System

/// An open video node; it owns the descriptor.
struct CameraDevice: ~Copyable {
  /// The path that it was opened by.
  let path: String
  /// What it says of itself.
  let capability: CameraCapability
  private let descriptor: FileDescriptor

  /// Opens the node at `path` and asks what it is.
  init(opening path: String) throws(Failure) {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
      var answer = v4l2_capability()
      try descriptor.control(.queryCapability, &answer)
      self.path = path
      self.descriptor = descriptor
      capability = CameraCapability(answer)
    } catch {
      throw Failure(error, openingCameraAt: path)
    }
  }

  /// The kernel's number of the open node: lent, never kept.
  var number: Int32 { descriptor.number }

  /// Carries out `call`, whose failure the caller has to judge.
  borrowing func attempt<Argument>(
    _ call: VideoCall, _ argument: inout Argument
  ) throws(SystemError) {
    try descriptor.control(call, &argument)
  }

  /// Carries out `call`, which must succeed.
  borrowing func perform<Argument>(
    _ call: VideoCall, _ argument: inout Argument
  ) throws(Failure) {
    do throws(SystemError) {
      try descriptor.control(call, &argument)
    } catch {
      throw Failure(error, ofCameraAt: path)
    }
  }

  /// Carries out `call`, which a driver may lack or end a list by: says whether it succeeded.
  borrowing func answers<Argument>(_ call: VideoCall, _ argument: inout Argument) -> Bool {
    do throws(SystemError) {
      try descriptor.control(call, &argument)
      return true
    } catch {
      return false
    }
  }

  /// Maps `byteCount` bytes of the node's memory at `offset` for reading.
  borrowing func map(
    _ byteCount: Int, at offset: Int
  ) throws(Failure) -> UnsafeRawBufferPointer {
    let start = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor.number, offset)
    guard let start, start != MAP_FAILED else {
      throw Failure(SystemError(errnoOf: "mmap"), ofCameraAt: path)
    }
    return UnsafeRawBufferPointer(start: start, count: byteCount)
  }
}
