/// How much the camera is to deliver.
public enum CameraPower: String, Hashable, Sendable {
  /// What the configuration asks for.
  case full
  /// A smaller picture, less often: that takes less power and makes less heat.
  case subdued
}
