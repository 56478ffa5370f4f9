"""What the program says, as the scenarios look for it: every word they depend on is here.

Sentences are parts of `Sources/Core/Words/English.swift`; names are keys and values of `status --json`.
"""

RUNNING, FAULTED = "running", "faulted"
COUNTING, READY = "counting", "ready"

CAMERA_WORKS = "The camera works."
STORED = "Stored, photo {}."
STORED_IN = r"photo \d+ stored in (\d+) ms"
STATE = "State: {}."
CANCELLED = "Cancelled; what is stored stays."
PIECES = "Pieces: {}."
DID_YOU_MEAN = 'did you mean "{}"?'

NO_CAMERA = "There is no camera at {}"
NO_ACCELEROMETER = "There is no accelerometer '{}'"
CHIP_IN_USE = "The chip at {} of {} is in use by the kernel's driver for '{}'"
CHIP_RESET = "has lost its power"
CHIP_OTHER = "it calls itself {}"
NO_BUS = "There is no I2C bus {}"
LINE_IN_USE = "in use by '{}'"
CAMERA_HELD = "in use by '{}'"
UNKNOWN_KEY = "unknown key '{}'; did you mean '{}'?"

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
