import CJPEG

/// A compressor or decompressor of TurboJPEG.
struct Codec: ~Copyable {
  /// TurboJPEG's handle, valid as long as this value lives: lent, never kept.
  let handle: tjhandle

  /// Takes over what `tjInitCompress` or `tjInitDecompress` returned.
  init(owning handle: tjhandle?) throws(ImagingError) {
    guard let handle else { throw .codec("no memory for a JPEG codec") }
    self.handle = handle
  }

  deinit {
    // It fails for a null handle only.
    _ = tjDestroy(handle)
  }

  /// Throws in the library's own words unless `result` is 0.
  func check(_ result: Int32) throws(ImagingError) {
    guard result == 0 else { throw .codec(complaint) }
  }

  /// The library's words for the first thing that was wrong in the latest call.
  var complaint: String { String(cString: tjGetErrorStr2(handle)) }

  /// Whether the latest call that was not right went on to its end all the same.
  var hasOnlyWarned: Bool { tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

  /// As `check`, but lets a warning pass: the library has then decoded what there was.
  func checkAllowingWarnings(_ result: Int32) throws(ImagingError) {
    try check(hasOnlyWarned ? 0 : result)
  }
}
