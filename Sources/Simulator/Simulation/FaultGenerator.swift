import Core
import VirtualDevices

/// What people, cables, cards and kernels do to the board, each as often as in a bad year.
struct FaultGenerator {
  private static let lines = [
    "", "snap", "snap --in 0 --count 9 --every 0.1", "snap --count 3", "snap --in 2", "cancel",
    "status", "status --json", "help", "list", "open 1", "nonsense", "snap --count 0", "pause",
    "resume",
    slowSeries, "snap --in 40", "snap --in 50 --count 2", "motion",
    "motion picture", "motion both",
    "camera", "camera controls", "camera set brightness 7",
    "camera list", "camera use 1", "watch", "watch --json", "follow --json",
    "follow 0 --json", "light fault", "light stored",
    "powersave on", "powersave off", "powersave", "snap --in 0 --count 250 --every 0.1",
    "checklist", "checklist skip", "checklist 2", "checklist untick 1", "checklist 99",
    "request", "request import @request", "request import /nowhere.json", "request status 1 active",
    "thing next", "thing add Watch", "thing use 1", "thing", "thing list", "thing delete",
    "thing set notes x", "undo", "learn", "delete 1", "delete 2 --now", "delete 2 --now --yes",
    "undelete 1-3", "lock 3",
    "lock 3 off", "lock 1 2", "purge", "purge --yes", "thing undelete", "undelete 2", "db reload",
    "db update", "db reset --yes", "review",
    "review 2", "next", "previous", "clip show", "clip show --at 1 --json", "clip next",
    "clip back",
    "guide", "guide recording",
    "title Front", "title Back --piece 1", "title --clear --piece 1", "confirm", "deny", "deny 1",
    "confirm 1-3", "confirm 2 --clear", "confirm", "deny", "options", "options 2", "y", "n",
    "deny 2 --option 1", "review focus", "review focus 2", "review focus off", "clip start",
    "clip start", "clip stop", "clip discard",
    "clip", "import @import", "import @import", "import @import/b.jpg",
    "slots", "slots use train 2", "slots use test", "slots use test 9", "clip start train",
    "clip start test 1", "clip redo test 1", "clip redo 2", "thing set collect study",
    "set", "set cell 60", "set jitter default", "set defaults", "effect circles", "effect",
    "palette background teal", "palette pink", "gradient on", "gradient off", "set spotlight on",
    "set spotlight off",
    "gradient add 0.5 pink", "set language de", "set charset ascii",
    "db reset --keep-settings --yes",
    "describe", "describe --json", "watch framing", "view", "view on", "view off",
    "overlay compare", "overlay", "overlay off", "log", "doctor",
    "verify", "export",
    "clock", "clock is 2026-03-27T15:44:28+01:00", "clock is 2027-01-01T00:00Z",
    "mask id", "mask id", "mask qr", "mask free 10 20 50 30", "mask", "mask off",
    "snap --glyphs", "snap --in 0 --glyphs", "snap --in 0 --count 3 --every 0.3 --glyphs",
  ]
  /// Lines of who handles faces.
  static let faceLines = [
    "face find", "face find --piece 1", "face find --piece 2", "face", "face --piece 3 --json",
    "face select 1", "face select 2 --piece 1", "face select 50,50 --piece 2", "face unselect",
    "face place 30,40", "face place 0,100 --piece 1", "face place 101,0", "face move 5,-2",
    "face scale 150 --piece 2", "face turn -90", "face fit", "face fit --piece 1", "face hide",
    "face hide --piece 2", "face show --piece 2", "face none --piece 1", "face remove",
    "face remove all --piece 2", "y", "face save", "face save --piece 1", "face undo",
    "face undo --piece 1", "face undo --piece 2", "delete 2", "undelete 2", "delete 1 --now --yes",
    "describe --faces", "watch framing --faces", "review 1", "review 2", "undo",
  ]
  private static let slowSeries = "snap --in 0 --count 20 --every 40"
  /// What somebody changes while somebody else is asked about it, and what comes back after others have taken its place.
  private static let exchanges = [
    ["purge", "undelete 2"], ["purge", "delete 2"], ["delete 2 --now", "lock 2"],
    ["delete 2 --now", "undelete 2"], ["delete 1-3 --now", "undo"],
    ["delete 2 --now", "delete 2"], ["purge", "thing undelete"],
    ["thing add Bag", "thing use 1", "thing delete", "undelete 1-3"],
    ["thing add Bag", "thing use Bag", "thing delete", "thing add Bag", "thing undelete"],
    ["thing add Bag", "thing use Bag", "thing delete", "thing add Bag", "undo"],
    ["thing rename Secret of Bern", "redact thing Secret of Bern title --yes"],
    ["title Secret of Biel --piece 2", "redact 2 title --yes"],
    ["redact thing 1 title", "thing set notes Secret of Chur", "redact thing 1 notes --yes"],
  ]
  private static let flushTimes: [Duration] = [
    .milliseconds(1), .milliseconds(5), .milliseconds(20), .milliseconds(300), .milliseconds(500),
  ]

  /// The time that it is; an hour and ten years before, ten years after, and 1970.
  static let calendars: [Double] = [
    1_790_000_000, 1_789_996_400, 1_474_424_000, 2_105_576_000, 0,
  ]

  private var random: RandomGenerator

  /// Faults that come from `random`.
  init(_ random: RandomGenerator) {
    self.random = random
  }

  /// Something that happens, and what ends it later where that is not itself.
  mutating func next() -> (Happening, remedy: Happening?) {
    switch random.below(100) {
    case 0..<26: (.clicks(1, gap: .zero), nil)
    case 26..<29: (.look(for: random.duration(in: .seconds(1) ... .seconds(15))), nil)
    case 29..<30: (.failLists(random.number(in: 1...8)), .mendMedium)
    case 30..<40: (clicks(), nil)
    case 40..<46: (.press(hold: random.duration(in: .milliseconds(1) ... .seconds(3))), nil)
    case 46..<48: (.chatter(random.number(in: 3...40)), nil)
    case 48..<51: (.spike(random.duration(in: .microseconds(20) ... .microseconds(9900))), nil)
    case 51..<59: (.line(random.choice(of: FaultGenerator.lines)), nil)
    case 59..<60: (.exchange(random.choice(of: FaultGenerator.exchanges)), nil)
    case 60..<61: (.exportReport(random.choice(of: ReportedExport.some)), nil)
    case 61..<62: (.renewalWhileAway, nil)
    case 62..<63: (.paste(random.choice(of: ["", "help"]), random.number(in: 60...100)), nil)
    case 63..<64: (.hangUp, nil)
    case 64..<65: (.reconfigure(random.choice(of: VirtualParts.pluggable)), nil)
    case 65..<67: (.signal(.snap), nil)
    case 67..<70: (.shake, .still)
    case 70..<76: unplug()
    case 76..<78: (.occupyCamera, .freeCamera)
    case 78..<80: (.breakStream, nil)
    case 80..<81: (.refuseBuffer, nil)
    case 81..<82: (.loseFrames(random.number(in: 1...200)), nil)
    case 82..<83: spoil()
    case 83..<84: (.failMedium(.pulled, after: random.below(40)), .mendMedium)
    case 84..<87: (.failMedium(mediumFault(), after: random.below(40)), .mendMedium)
    case 87..<88: (.refuseCommits, .allowCommits)
    case 88..<89: (.lockStore, .unlockStore)
    case 89..<91: (.flushTime(random.choice(of: FaultGenerator.flushTimes)), nil)
    case 91..<93: (.freeBytes(random.number(in: 0...1_200_000_000)), .freeBytes(20_000_000_000))
    case 93..<94: heat()
    case 94..<95: (calendar(), nil)
    case 95..<98: (.stall(random.duration(in: .milliseconds(20) ... .seconds(8))), nil)
    default: ending()
    }
  }

  private mutating func clicks() -> Happening {
    .clicks(
      random.number(in: 2...6),
      gap: random.duration(in: .milliseconds(5) ... .milliseconds(500)))
  }

  private mutating func unplug() -> (Happening, remedy: Happening?) {
    let role = random.choice(of: VirtualParts.pluggable)
    return (.unplug(role), .plug(role))
  }

  private mutating func mediumFault() -> MediumFault {
    random.choice(of: [
      .broken, .broken, .lost, .unnamed, .unreadable, .full, .short, .readOnly, .busy, .indexBroken,
    ])
  }

  /// Frames that are no pictures, or that do not come.
  private mutating func spoil() -> (Happening, remedy: Happening?) {
    random.happens(onceIn: 2) ? (.spoilFrames(random.number(in: 1...200)), nil) : silence()
  }

  private mutating func silence() -> (Happening, remedy: Happening?) {
    switch random.below(3) {
    case 0: (.hangStream, nil)
    case 1: (.hangCamera(random.duration(in: .milliseconds(100) ... .seconds(40))), nil)
    default: (.silenceCamera, .unsilenceCamera)
    }
  }

  /// Sometimes it comes amid a slow series, which a press would end soon; sometimes it is the thermometer that fails,
  /// at whatever temperature that is.
  private mutating func heat() -> (Happening, remedy: Happening?) {
    if random.happens(onceIn: 6) { return (.line(FaultGenerator.slowSeries), .temperature(90_000)) }
    let isLost = random.happens(onceIn: 4)
    let milliCelsius = random.number(in: 60_000...95_000)
    return (.temperature(isLost ? nil : milliCelsius), .temperature(SimulatedSurroundings.warmth))
  }

  private mutating func calendar() -> Happening {
    .setCalendar(
      random.choice(of: FaultGenerator.calendars), isVouchedFor: random.happens(onceIn: 2))
  }

  /// The program ends in one way or another; it is started again each time.
  private mutating func ending() -> (Happening, remedy: Happening?) {
    let endings: [Happening] = [
      .cutPower, .failMedium(.powerCut, after: random.below(40)),
      .failMedium(.powerCut, after: random.below(40)), .signal(.stop), .line("shutdown --yes"),
      .press(hold: .seconds(7)),
      .pressWhileAway(hold: .seconds(7)),
    ]
    return (random.choice(of: endings), nil)
  }
}
