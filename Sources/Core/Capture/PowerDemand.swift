/// How much the camera is wanted to deliver, and how much it was told to.
struct PowerDemand: Sendable {
  /// Whether a person wants it to take little power.
  var isSubdued = false
  /// Whether photos are on their way that are to be as large as they can be all the same.
  var isLifted = false
  private var told = CameraPower.full

  /// How it should run.
  var wanted: CameraPower { isSubdued && !isLifted ? .subdued : .full }

  /// Has the camera run as it should from its next opening on; false where it does already.
  mutating func adopt(_ steps: inout Steps) -> Bool {
    guard wanted != told else { return false }
    told = wanted
    steps.add(.camera(.power(told)))
    return true
  }
}
