"""What `exhibit devices` says of the board, beside the program and without it."""

import json
import subprocess

import gpio
import parts
import program as under_test
from lamp import Lamp, watch_led
from program import BAD_CONFIGURATION, Program, check_photo
from sentences import sentence

LED = "exhibit"
WIRING = {
    "light": {"led": LED, "chip": None, "line": None},
    "buzzer": {"chip": parts.LIGHT_CHIP, "line": parts.BUZZER_LINE},
}
# Of all formats and controls of two cameras, each asked for on an emulated board.
WITHIN_S = 120
NOBODY = 65534
# The sentences that name the group of those who may open a device of a kind.
FORBIDDEN = {
    "cameras": "camera.forbidden",
    "gpio_chips": "gpio.forbidden",
    "ttys": "console.tty.forbidden",
    "i2c_buses": "i2c.forbidden",
}


def devices(*options: str, **rights) -> subprocess.CompletedProcess:
    return subprocess.run(
        [under_test.EXECUTABLE, "devices", *options],
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        **rights,
    )


def listed(*options: str, **rights) -> dict:
    done = devices("--json", *options, **rights)
    assert done.returncode == 0, f"it ended with {done.returncode}: {done.stderr.strip()}"
    assert done.stdout.count("\n") == 1, "it is not one line"
    return json.loads(done.stdout)


def one(of: list[dict], **keys) -> dict:
    """The only entry with these values."""
    found = [entry for entry in of if all(entry[key] == value for key, value in keys.items())]
    assert len(found) == 1, f"{len(found)} entries have {keys}"
    return found[0]


def same(what: str, seen, wanted) -> None:
    assert seen == wanted, f"{what} is {seen}, not {wanted}"


def check_camera(board: dict) -> None:
    camera = one(board["cameras"], path=parts.camera("vivid"))
    same("the camera's roles", camera["roles"], ["camera"])
    same("its holder", camera["holder"]["name"], "exhibitd")
    yuyv = one(camera["formats"], format="YUYV")
    size = one(yuyv["sizes"], width=640, height=360)
    assert any(abs(rate - 30) < 0.1 for rate in size["rates"]), f"its rates are {size['rates']}"
    brightness = one(camera["controls"], name="Brightness")
    same(
        "Brightness",
        [brightness[key] for key in ("kind", "min", "max", "step", "default", "value")],
        ["integer", 0, 255, 1, 128, 128],
    )
    menu = one(camera["controls"], name="Menu")
    same("the menu's kind", menu["kind"], "menu")
    assert {"value": 4, "name": "Menu Item 4"} in menu["items"], f"it offers {menu['items']}"
    webcam = one(board["cameras"], path=parts.camera("webcam"))
    same("the webcam's roles", webcam["roles"], [])
    same("its formats", [entry["format"] for entry in webcam["formats"]], ["MJPG"])


def check_lines(board: dict) -> None:
    bank = one(board["gpio_chips"], label=parts.BUTTON_CHIP)
    same("its lines", [line["offset"] for line in bank["lines"]], list(range(8)))
    button = bank["lines"][parts.BUTTON_LINE]
    same(
        "the button",
        button,
        {
            "offset": parts.BUTTON_LINE,
            "name": "BUTTON",
            "direction": "input",
            "used": True,
            "consumer": "exhibit",
            "roles": ["button"],
        },
    )
    same("a free line", (bank["lines"][0]["used"], bank["lines"][0]["roles"]), (False, []))
    bank = one(board["gpio_chips"], label=parts.LIGHT_CHIP)
    buzzer = bank["lines"][parts.BUZZER_LINE]
    same("the buzzer", (buzzer["direction"], buzzer["roles"]), ("output", ["buzzer"]))


def check_others(board: dict) -> None:
    sensor = one(board["iio_devices"], name="mpu6050")
    same("the accelerometer's roles", sensor["roles"], ["accelerometer"])
    assert sensor["accelerometer"] and {"accel", "anglvel", "temp"} <= set(sensor["measures"]), (
        f"it measures {sensor['measures']}"
    )
    led = one(board["leds"], name=LED)
    same("the LED", (led["roles"], led["max_brightness"]), (["light"], 255))
    tty = one(board["ttys"], path="/dev/ttyS1")
    same("the serial line", (tty["roles"], tty["holder"]["name"]), (["console"], "exhibit"))
    same("the kernel's console", one(board["ttys"], path="/dev/ttyS0")["kernel_console"], True)
    number = (parts.BOARD / "i2c-bus").read_text().strip()
    bus = one(board["i2c_buses"], path=f"/dev/i2c-{number}")
    same("the chip", bus["chips"], [{"address": 0x68, "name": "mpu6050", "driven": True}])


def check_text(text: str) -> None:
    """The list for people says of some devices what the one for programs does."""
    chip = gpio.chips()[parts.BUTTON_CHIP].removeprefix("/dev/")
    button = sentence("devices.place.named-line", parts.BUTTON_LINE, chip, "BUTTON")
    held = sentence("devices.gpio.held", "exhibit")
    for key, *values in (
        ("devices.role", "button", button),
        ("devices.role", "light", sentence("devices.place.led", LED)),
        ("devices.gpio.used-for", parts.BUTTON_LINE, "BUTTON", "input", held, "button"),
        ("devices.size", "640×360"),
        ("devices.control", "Brightness", "integer", 128, 0, 255, 1, 128),
        ("devices.iio.accelerometer",),
    ):
        assert sentence(key, *values).search(text), f"it does not say: {key} {values}"


def test_list_of_devices_gives_each_its_role_while():
    """the list of devices gives each its role while the program runs, and disturbs nothing"""
    with Lamp(watch_led(LED)), Program(shutter={"countdown_s": 0}, **WIRING) as program:
        before = program.status()
        board = listed("--config", str(program.file))
        check_camera(board)
        check_lines(board)
        check_others(board)
        problems = {role["role"]: role["problem"] for role in board["roles"] if role["problem"]}
        same("the problems", problems, {})
        check_text(devices("--config", str(program.file)).stdout)
        after = program.status()
        assert not after["faults"], f"the faults are {after['faults']}"
        assert after["frames"]["delivered"] > before["frames"]["delivered"], "no frame came"
        same("how often the camera was opened", program.times_said("device.works", "camera"), 1)
        parts.press()
        check_photo(program.store, program.photo())


def test_list_of_devices_without_configuration_says():
    """the list of devices without a configuration says what would be chosen"""
    board = listed()
    same("the configuration", board["configuration"], None)
    same("the camera", one(board["roles"], role="camera")["device"], {"path": "/dev/video0"})
    sensor = one(board["roles"], role="accelerometer")["device"]
    same("the accelerometer", one(board["iio_devices"], name="mpu6050")["device"], sensor["name"])
    for role in ("button", "light", "buzzer", "console"):
        same(role, one(board["roles"], role=role)["device"], None)
    text = devices().stdout
    for role in ("button", "light", "buzzer"):
        assert sentence("devices.role.absent", role).search(text), f"it does not say so of the {role}"


def test_list_of_devices_tells_button_problem_while():
    """the list of devices tells the button's problem while somebody else has its line"""
    program = Program(camera=None)
    with gpio.Line(parts.BUTTON_CHIP, parts.BUTTON_LINE, gpio.INPUT, holder="doorbell"):
        board = listed("--config", str(program.file))
    problem = one(board["roles"], role="button")["problem"] or "nothing"
    busy = sentence("gpio.line.busyButton", parts.BUTTON_LINE, ..., "doorbell")
    assert busy.fullmatch(problem), f"it says: {problem}"
    line = one(board["gpio_chips"], label=parts.BUTTON_CHIP)["lines"][parts.BUTTON_LINE]
    same("the line", (line["consumer"], line["roles"]), ("doorbell", ["button"]))
    same("the camera", one(board["roles"], role="camera")["configured"], False)


def test_list_of_devices_names_what_user_may_not_open():
    """the list of devices names what a user may not open, and the group that may"""
    program = Program(**WIRING)
    board = listed("--config", str(program.file), user=NOBODY, group=NOBODY, extra_groups=[])
    for kind, key in FORBIDDEN.items():
        assert board[kind], f"there are no {kind}"
        for entry in board[kind]:
            told = sentence(key, entry["path"])
            assert told.fullmatch(entry["problem"] or ""), f"of {entry} it says: {entry['problem']}"
    for role in ("camera", "button", "console"):
        problem = one(board["roles"], role=role)["problem"]
        assert problem is not None, f"the {role} has no problem"


def test_list_of_devices_ends_with_78_where():
    """the list of devices ends with 78 where the configuration is bad"""
    file = "/run/bad-devices.toml"
    with open(file, "w") as configuration:
        configuration.write("[camera]\nwidht = 3\n")
    done = devices("--config", file)
    same("the status", done.returncode, BAD_CONFIGURATION)
    told = sentence("configuration.misspelt-key", "camera.widht", "camera.width")
    told = sentence("configuration.error-at", f"{file}:2", told)
    assert told.search(done.stderr), f"it says: {done.stderr.strip()}"
