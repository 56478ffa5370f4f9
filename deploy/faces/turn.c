#include "turn.h"

struct turn turn_of_orientation(int orientation, float width, float height) {
  switch (orientation) {
    case 2: return (struct turn){{width, 0}, {-1, 0}, {0, 1}};
    case 3: return (struct turn){{width, height}, {-1, 0}, {0, -1}};
    case 4: return (struct turn){{0, height}, {1, 0}, {0, -1}};
    case 5: return (struct turn){{0, 0}, {0, 1}, {1, 0}};
    case 6: return (struct turn){{0, height}, {0, -1}, {1, 0}};
    case 7: return (struct turn){{width, height}, {0, -1}, {-1, 0}};
    case 8: return (struct turn){{width, 0}, {0, 1}, {-1, 0}};
    default: return (struct turn){{0, 0}, {1, 0}, {0, 1}};
  }
}

int is_sideways(int orientation) {
  return orientation >= 5;
}

struct turn turn_of_quarter(int quarter, float width, float height) {
  if (quarter > 0) return (struct turn){{0, height}, {0, -1}, {1, 0}};
  if (quarter < 0) return (struct turn){{width, 0}, {0, 1}, {-1, 0}};
  return (struct turn){{0, 0}, {1, 0}, {0, 1}};
}

struct turn turn_of_scale(float scale) {
  return (struct turn){{0, 0}, {1 / scale, 0}, {0, 1 / scale}};
}

static struct point moved(struct turn turn, struct point by) {
  return (struct point){by.x * turn.across.x + by.y * turn.down.x, by.x * turn.across.y + by.y * turn.down.y};
}

struct point turned(struct turn turn, struct point point) {
  struct point by = moved(turn, point);
  return (struct point){turn.origin.x + by.x, turn.origin.y + by.y};
}

struct turn turn_joined(struct turn first, struct turn second) {
  return (struct turn){turned(second, first.origin), moved(second, first.across), moved(second, first.down)};
}
