extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera
    case cameraNone = "camera.none"
    case cameraMissing = "camera.missing"
    case cameraMissingAmong = "camera.missing.among"
    case cameraNotVideo = "camera.not-video"
    case cameraForbidden = "camera.forbidden"
    case cameraHeld = "camera.held"
    case cameraBusy = "camera.busy"
    case cameraGone = "camera.gone"
    case cameraRawSensor = "camera.raw-sensor"
    case cameraImageProcessor = "camera.image-processor"
    case cameraCodec = "camera.codec"
    case cameraMetadata = "camera.metadata"
    case cameraMultiPlanar = "camera.multi-planar"
    case cameraNotCapturing = "camera.not-capturing"
    case cameraNotStreaming = "camera.not-streaming"
    case cameraFormatNotOffered = "camera.format.not-offered"
    case cameraFormatUnusable = "camera.format.unusable"
    case cameraFewBuffers = "camera.few-buffers"
    case cameraNoMemory = "camera.no-memory"
    case cameraNoBandwidth = "camera.no-bandwidth"
    case cameraInputOutput = "camera.input-output"
    case cameraNotConverted = "camera.not-converted"
    case cameraCallFailed = "camera.call-failed"

    // Button, light and buzzer

    // Accelerometer

    // Console

    // Store

    // Configuration

    // Capture and shutter
    case photoStored = "photo.stored"

    /// The sentence in English, with `{1}`, `{2}` where the values go.
    public var english: String {
      switch self {
      // Camera
      case .cameraNone: "No camera is connected; connect a USB camera."
      case .cameraMissing:
        "There is no camera at {1}, nor any other; connect one, or correct device in [camera]."
      case .cameraMissingAmong:
        "There is no camera at {1}; connect it, or set device in [camera] to one of these: {2}."
      case .cameraNotVideo:
        "{1} is not a video device; set device in [camera] to one of these: {2}."
      case .cameraForbidden: "{1} may not be opened by this user; add the user to the group video."
      case .cameraHeld:
        """
        {1} is in use by '{2}' (process {3}); stop that program, or set device in [camera] to \
        another camera.
        """
      case .cameraBusy:
        "{1} is in use by another program; find it with 'sudo fuser -v {1}' and stop it."
      case .cameraGone: "{1} is gone; connect the camera again."
      case .cameraRawSensor:
        """
        {1} ({2}) delivers a sensor's raw data, not pictures; use a USB camera, or start \
        exhibit under libcamerify.
        """
      case .cameraImageProcessor:
        """
        {1} ({2}) processes pictures and takes none; use a USB camera, or start exhibit under \
        libcamerify.
        """
      case .cameraCodec:
        "{1} ({2}) is a video codec, not a camera; set device in [camera] to a USB camera."
      case .cameraMetadata:
        """
        {1} ({2}) carries only data about pictures; set device in [camera] to the camera's \
        other node, for most the one before it.
        """
      case .cameraMultiPlanar:
        """
        {1} ({2}) delivers pictures in several planes only; use a USB camera, or start exhibit \
        under libcamerify.
        """
      case .cameraNotCapturing:
        "{1} ({2}) does not capture video; set device in [camera] to a camera."
      case .cameraNotStreaming: "{1} ({2}) cannot stream into memory; use another camera."
      case .cameraFormatNotOffered:
        """
        {1} does not offer the format {2}; set format in [camera] to one that it offers, or \
        leave it out: {3}.
        """
      case .cameraFormatUnusable:
        """
        {1} would deliver {2}, which cannot be read or converted; set format in [camera] to \
        another one that it offers, or use another camera: {3}.
        """
      case .cameraFewBuffers:
        "{1} gives {2} buffers and {3} are needed; set a smaller width and height in [camera]."
      case .cameraNoMemory:
        "There is no memory for the pictures of {1}; set a smaller width and height in [camera]."
      case .cameraNoBandwidth:
        """
        {1} finds no room on its USB bus; give it a port of its own, set format to MJPG in \
        [camera], or set a smaller width and height.
        """
      case .cameraInputOutput:
        "{1} goes on reporting input/output errors; check its cable, and connect it again."
      case .cameraNotConverted:
        "{1} sent a {2} picture that cannot be converted ({3}); set another format in [camera]."
      case .cameraCallFailed:
        """
        {1} refuses {2} ({3}); connect the camera again, and if that does not help use another \
        one.
        """

      // Button, light and buzzer

      // Accelerometer

      // Console

      // Store

      // Configuration

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
