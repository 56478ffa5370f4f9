"""Which of the faces that are in a scene were found, and what else was taken for one."""

from dataclasses import dataclass, field

from scenes import HEIGHT, WIDTH, Face, Scene

# What tells of a face, and what hides one.
TELLING, HIDING = 0.5, 0.4
# Boxes that share more of what they cover are one face's.
OVERLAP = 0.3


@dataclass
class Judgement:
    """Of so many faces that are there so many were found; and so many that are not there."""

    there: int = 0
    found: int = 0
    false: int = 0
    pictures: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.there

    def __str__(self) -> str:
        return f"{self.found} of {self.there}, {self.false} false in {self.pictures} pictures"


def is_hit(box: list[float], face: Face) -> bool:
    """Whether the middle lies within 0.6 of the face's width, and the sides are 0.4 to 2.2 times as long."""
    left, top, width, height = box[0] * WIDTH, box[1] * HEIGHT, box[2] * WIDTH, box[3] * HEIGHT
    away = ((left + width / 2 - face.x) ** 2 + (top + height / 2 - face.y) ** 2) ** 0.5
    ratio = (width * height / (face.width * face.height)) ** 0.5
    return away <= 0.6 * face.width and 0.4 <= ratio <= 2.2


def judge(looks, subjects=lambda subject: True, least: float = TELLING) -> Judgement:
    """Each box is of one face at most, and each face is found once."""
    sum_of = Judgement()
    for scene, look in looks:
        if subjects(scene.subject):
            add(sum_of, scene, [face["box"] for face in look.faces if face["score"] >= least])
    return sum_of


def add(sum_of: Judgement, scene: Scene, boxes: list[list[float]]) -> None:
    left = list(scene.faces)
    for box in boxes:
        hit = next((face for face in left if is_hit(box, face)), None)
        if hit:
            left.remove(hit)
        else:
            sum_of.false += 1
    sum_of.there += len(scene.faces)
    sum_of.found += len(scene.faces) - len(left)
    sum_of.missed += [scene.subject] * len(left)
    sum_of.pictures += 1


def overlap(one, other):
    """What two boxes share of all that they cover; each is left, top, right and bottom."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    common = max(0, across) * max(0, down)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return common / (areas - common)
