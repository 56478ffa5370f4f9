"""What the program says, as the scenarios look for it: every word they depend on is here.

Sentences are parts of `Sources/Core/Words/English.swift`; names are keys and values of `status --json`.
"""

RUNNING, FAULTED = "running", "faulted"
PAUSED_IDLE, PAUSED_MANUALLY = "paused (idle)", "paused (manual)"
STALL, UNPLUGGED = "stall", "unplugged"
COUNTING, READY = "counting", "ready"

CAMERA_WORKS = "The camera works."
STORED = "Stored, photo {}."
STORED_IN = r"photo \d+ stored in (\d+) ms"
STATE = "State: {}."
CANCELLED = "Cancelled; what is stored stays."
PIECES = "Pieces: {}."
DID_YOU_MEAN = 'did you mean "{}"?'

NO_CAMERA = "There is no camera at {}"
CAMERA_STALLED = "has stopped delivering pictures; it is closed and opened again."
CAMERA_SILENT = "delivers no pictures; unplug it and plug it in again"
NO_ACCELEROMETER = "There is no accelerometer '{}'"
CHIP_IN_USE = "The chip at {} of {} is in use by the kernel's driver for '{}'"
CHIP_RESET = "has lost its power"
CHIP_OTHER = "it calls itself {}"
NO_BUS = "There is no I2C bus {}"
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
