"""What the program says, as the scenarios look for it: every word they depend on is here.

Sentences are parts of the phrases in `Sources`; names are keys and values of `status --json`.
"""

RUNNING, FAULTED = "running", "faulted"
PAUSED_HOT = "paused (overTemperature)"
PAUSED_IDLE, PAUSED_MANUALLY = "paused (idle)", "paused (manual)"
STALL, UNPLUGGED, FAULT = "stall", "unplugged", "fault"
NOTHING_MOVED = "Paused: nothing has moved for"
PAUSED_FULL = "paused (lowStorage)"
COUNTING, READY, PAUSED = "counting", "ready", "paused"

CAMERA_WORKS = "The camera works."
STORED = "Stored, photo {}."
STORED_IN = r"photo \d+ stored in (\d+) ms"
STATE = "State: {}."
SUBDUED, NOT_SUBDUED = "Subdued: ", "Not subdued: "
MIRRORED = "turned by {}° clockwise and mirrored."
TOO_HOT = "Too hot, {} °C: capture pauses until it is under {} °C"
COOLED_DOWN = "Cooled down to {} °C: capture goes on."
TEMPERATURE_LOST = "The temperature can no longer be read"
CANCELLED = "Cancelled; what is stored stays."
REST_CANCELLED = "The rest of the series is cancelled: {}"
STAYS_PAUSED = "Capture stays paused: {}."
PAUSED_BY_PERSON = "Paused; a press or 'resume' ends it."
MANUAL = "manual"
HEARD = "Heard a "
LONG_PRESS = "Heard a long press"
PIECES = "Pieces: {}."
GLANCE = "Capture running, shutter "
LIGHT_IS = "Light and buzzer say: {}."
FAILED = "The photo failed: "
DISK_FULL = "The disk is full: "
DISK_FIXES = ("Look at 'dmesg'",)
STORAGE_BACK = "There is room again: capture goes on."
STORAGE_LOW = "Storage is nearly full: capture pauses until there is room"
UNSET, SYNCHRONISED = "unset", "synchronised"
DID_YOU_MEAN = 'did you mean "{}"?'

NO_CAMERA = "There is no camera at {}"
CAMERA_STALLED = "has stopped delivering pictures; it is closed and opened again."
CAMERA_SILENT = "delivers no pictures; unplug it and plug it in again"
CAMERA_GONE = "is gone; connect the camera again."
STREAM_BROKEN = "reports an error and no pictures"
REFUSES = "refuses {} (Invalid argument)"
CAMERA_FIXES = ("connect the camera again", "unplug it and plug it in again")
LOOK_REFUSED = "[Camera] warning: /dev/video"
REFUSED_HELD = "[Shutter] warning: /dev/video"
CAMERA_DAMAGED = "delivers only damaged pictures; unplug it and plug it in again"
ONLY_DAMAGED = "The photo failed: the camera delivered only damaged pictures for 5 seconds"
NO_FRAME = "The photo failed: the camera delivered no frame within 5 seconds"
NO_ACCELEROMETER = "There is no accelerometer '{}'"
CHIP_IN_USE = "The chip at {} of {} is in use by the kernel's driver for '{}'"
CHIP_RESET = "has lost its power"
CHIP_OTHER = "it calls itself {}"
ACCELEROMETER_WORKS = "The accelerometer works."
READ_BY = "The accelerometer {} is read by {}."
EVENTS_REFUSED = "Its events cannot be used: open: Device or resource busy."
BUFFER_REFUSED = "Its buffer cannot be used: open: Device or resource busy."
NO_BUS = "There is no I2C bus {}"
LINE_FAILED = "GPIO line {} of {} does not work: No such device"
NO_CHIP = "There is no GPIO chip '{}'; name one of these in /etc/exhibit/exhibit.toml: "
NO_LED = "There is no LED '{}'"
LINE_IN_USE = "in use by '{}'"
CAMERA_HELD = "in use by '{}'"
BRIGHTNESS_RANGE = "Brightness takes 0 to 255, not 256."
NOT_SET = (
    "camera.controls.brightness = 999 is not set at the camera. Brightness takes 0 to 255",
    'camera.controls.contrst = 3 is not set at the camera. vivid has no control "contrst"; did you',
)
CONTRAST_NOW = "Control Contrast: integer, now 33,"
NO_CONTROLS, NO_CONTROLS_OF = "Its driver has no controls.", "has no controls."
BUSY_COUNTING = "Busy: counting, "
UNKNOWN_KEY = "unknown key '{}'; did you mean '{}'?"

HOTPLUG_DENIED = "the kernel's news of devices cannot be read"

READ_AGAIN = "Configuration read again: {}."
UNCHANGED = "Configuration read again: nothing has changed."
NOT_TAKEN_OVER = "The configuration was not taken over"
UNREADABLE = "{}: cannot be read: No such file"
NEEDS_RESTART = "{}:1: 'store' needs a restart"
WAITS = "Camera and button change when the photos that were asked for are stored."

HELD_BY_US = "The running exhibit has it."
BAD = "Bad: "

BAD_CONFIGURATION = 78

NOT_CONFIGURED = "The {} is not configured."
DEVICES = (
    "The button is line 3 of gpiochip1, BUTTON.",
    "The light is the kernel LED exhibit.",
    "Line 3, BUTTON, input, in use by exhibit, used for the button.",
    "640×360 at ",
    "Control Brightness: integer, now 128, from 0 to 255 in steps of 1, default 128.",
    "It is an accelerometer.",
)
# Which group is named to those who may not open a device of a kind.
GROUPS = {
    "cameras": "group video",
    "gpio_chips": "group gpio",
    "ttys": "group dialout",
    "i2c_buses": "group i2c",
}
