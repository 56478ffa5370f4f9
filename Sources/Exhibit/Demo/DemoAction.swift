/// What a person at the demo's keyboard asks for.
enum DemoAction: Hashable {
  case click
  case doubleClick
  case tripleClick
  case longPress
  /// Moves the board for a moment.
  case shake
  /// Unplugs the camera, or plugs it in again.
  case togglePlug
  /// A line for the console, without its end; an empty one asks for the status line.
  case line(String)
  case quit
}
