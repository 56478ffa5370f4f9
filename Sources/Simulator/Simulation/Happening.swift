import Core

/// Something that a simulation does to the board, or to the program.
enum Happening: Hashable {
  /// Clicks in a row, fast enough to be one gesture or not, with contacts that bounce.
  case clicks(Int, gap: Duration)
  case press(hold: Duration)
  /// The loop is away from before the contacts close until after they have opened.
  case pressWhileAway(hold: Duration)
  /// A click, another button in the configuration, and a click that cancels while the loop is away.
  ///
  /// The other button has to wait for the end of the series, which comes when edges wait of the first.
  case renewalWhileAway
  /// Contacts that open and close many times by themselves.
  case chatter(Int)
  case line(String)
  /// The same line many times at once.
  case paste(String, Int)
  /// The latest session that typed a line has enough, or is gone.
  case hangUp
  case signal(Signal)
  /// The configuration is read again, and the role has another device.
  case reconfigure(Role)
  case shake, still
  case unplug(Role), plug(Role)
  /// Another program takes the camera before ours does, and gives it back.
  case occupyCamera, freeCamera
  case breakStream
  /// The stream under way breaks when a buffer is given back.
  case refuseBuffer
  case loseFrames(Int)
  /// So many frames that are wanted for photos are no pictures inside.
  case spoilFrames(Int)
  /// The stream under way delivers nothing more and reports no error; a new one does.
  case hangStream
  /// The camera delivers nothing, opened anew or not, until it speaks again.
  case silenceCamera, unsilenceCamera
  /// So many flushes of the medium fail.
  case failFlushes(Int)
  /// Another program spoils every commit of the database, and takes that back.
  case refuseCommits, allowCommits
  /// What a flush takes from now on.
  case flushTime(Duration)
  /// What is free on the medium from now on.
  case freeBytes(Int)
  /// How warm the board is from now on, in thousandths of a degree Celsius; nil: nobody can tell.
  case temperature(Int?)
  /// The system's clock says something else from now on, in Unix seconds.
  case setCalendar(Double, isVouchedFor: Bool)
  /// The loop is away, as when the system swaps or a driver hangs.
  case stall(Duration)
  case cutPower
  /// All faults end.
  case heal
  /// A click that must lead to photos.
  case provingClick
}
