#include "fit.h"

#include <math.h>
#include <stdbool.h>

/* Measures of the average head: of the mesh on four free portraits, made symmetric. A unit is the face's width; x goes
   to the viewer's right, y down, z to the viewer, from the point between the eyes. */
struct mark {
  double x, y, z, weight;
};

static const struct mark mesh_marks[MESH_POINTS] = {
    [BROW_LEFT] = {-0.09, -0.11, 0.11, 1},      [BROW_RIGHT] = {0.09, -0.11, 0.11, 1},
    [EYE_LEFT_OUTER] = {-0.325, 0, -0.02, 1},   [EYE_LEFT_INNER] = {-0.125, 0, 0.02, 1},
    [EYE_RIGHT_INNER] = {0.125, 0, 0.02, 1},    [EYE_RIGHT_OUTER] = {0.325, 0, -0.02, 1},
    [CREST] = {0, -0.06, 0.13, 1},              [NOSE_TIP] = {0, 0.21, 0.33, 1},
    [CORNER_LEFT] = {-0.22, 0.44, 0.07, 1},     [CORNER_RIGHT] = {0.22, 0.44, 0.07, 1},
    [CHIN] = {0, 0.80, 0.13, 3},
};

static const struct mark face_marks[FACE_POINTS] = {
    [EYE_LEFT] = {-0.225, 0, 0, 1},     [EYE_RIGHT] = {0.225, 0, 0, 1},      [NOSE] = {0, 0.21, 0.33, 1},
    [MOUTH_LEFT] = {-0.22, 0.44, 0.07, 1}, [MOUTH_RIGHT] = {0.22, 0.44, 0.07, 1},
};

/* Points that are nearer to a line than this have no second direction. */
static const double least_spread = 1e-4, least_depth = 1e-9;
/* A head is a quarter taller than wide, and its chin is 0.8 below the eyes. */
static const double middle_of_head = 0.8 - 1.25 / 2;
static const double most_turned = 60, degrees = 57.29577951308232;

/* A point that is seen, and the mark that it is of. */
struct pair {
  struct mark mark;
  double x, y;
};

struct pairs {
  int count;
  struct pair all[MESH_POINTS];
  struct mark mark_mean;
  double x_mean, y_mean;
};

/* Sums of products: of marks with each other, and of points with marks and with each other. */
struct sums {
  double marks[3][3], points[2][3], own[3];
};

/* What leads from marks to points, but for the means. */
struct camera {
  double scale, rows[2][3];
  double yaw, pitch, roll;
};

static struct pairs seen_pairs(const struct face *face, float width, float height) {
  struct pairs pairs = {0};
  int count = face->has_mesh ? MESH_POINTS : FACE_POINTS;
  for (int i = 0; i < count; i++) {
    struct point point = face->points[i];
    if (!(point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height)) continue;
    pairs.all[pairs.count++] = (struct pair){face->has_mesh ? mesh_marks[i] : face_marks[i], point.x, point.y};
  }
  return pairs;
}

static void set_means(struct pairs *pairs) {
  double weights = 0;
  for (int i = 0; i < pairs->count; i++) {
    struct pair pair = pairs->all[i];
    weights += pair.mark.weight;
    pairs->mark_mean.x += pair.mark.weight * pair.mark.x;
    pairs->mark_mean.y += pair.mark.weight * pair.mark.y;
    pairs->mark_mean.z += pair.mark.weight * pair.mark.z;
    pairs->x_mean += pair.mark.weight * pair.x;
    pairs->y_mean += pair.mark.weight * pair.y;
  }
  pairs->mark_mean.x /= weights;
  pairs->mark_mean.y /= weights;
  pairs->mark_mean.z /= weights;
  pairs->x_mean /= weights;
  pairs->y_mean /= weights;
}

static struct sums sums_of(const struct pairs *pairs) {
  struct sums sums = {0};
  for (int i = 0; i < pairs->count; i++) {
    struct mark mark = pairs->all[i].mark, mean = pairs->mark_mean;
    double a[] = {mark.x - mean.x, mark.y - mean.y, mark.z - mean.z};
    double b[] = {pairs->all[i].x - pairs->x_mean, pairs->all[i].y - pairs->y_mean};
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 3; column++) sums.marks[row][column] += mark.weight * a[row] * a[column];
    for (int row = 0; row < 2; row++)
      for (int column = 0; column < 3; column++) sums.points[row][column] += mark.weight * b[row] * a[column];
    sums.own[0] += mark.weight * b[0] * b[0];
    sums.own[1] += mark.weight * b[0] * b[1];
    sums.own[2] += mark.weight * b[1] * b[1];
  }
  return sums;
}

/* Whether the points lie in a line, by the eigenvalues of their own sums. */
static bool is_line(const double own[3]) {
  double half = (own[0] + own[2]) / 2, root = sqrt((own[0] - own[2]) * (own[0] - own[2]) / 4 + own[1] * own[1]);
  return !(half - root >= least_spread * (half + root));
}

static void cross(const double a[3], const double b[3], double result[3]) {
  for (int i = 0; i < 3; i++) result[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The inverse of the symmetric `matrix`; false where its marks lie in a plane. */
static bool invert(const double matrix[3][3], double inverse[3][3]) {
  for (int i = 0; i < 3; i++) cross(matrix[(i + 1) % 3], matrix[(i + 2) % 3], inverse[i]);
  double determinant = dot(matrix[0], inverse[0]), trace = matrix[0][0] + matrix[1][1] + matrix[2][2];
  if (!(determinant >= least_depth * trace * trace * trace)) return false;
  for (int i = 0; i < 9; i++) inverse[i / 3][i % 3] /= determinant;
  return true;
}

static double bounded(double angle) {
  return fmin(fmax(angle * degrees, -most_turned), most_turned);
}

static void set_angles(struct camera *camera) {
  double third[3];
  cross(camera->rows[0], camera->rows[1], third);
  camera->pitch = bounded(asin(fmin(fmax(third[1], -1), 1)));
  camera->yaw = bounded(atan2(-third[0], third[2]));
  camera->roll = atan2(-camera->rows[0][1], camera->rows[1][1]) * degrees;
}

/* Any affine camera at first, by least squares; then the nearest that turns and scales (polar decomposition). A turn
   and scale in the plane, fitted first, would take what is foreshortened for small. */
static bool fit_turned(const struct sums *sums, struct camera *camera) {
  double inverse[3][3], m[2][3] = {{0}};
  if (!invert(sums->marks, inverse)) return false;
  for (int i = 0; i < 18; i++) m[i / 9][i / 3 % 3] += sums->points[i / 9][i % 3] * inverse[i % 3][i / 3 % 3];
  double xx = dot(m[0], m[0]), xy = dot(m[0], m[1]), yy = dot(m[1], m[1]);
  double q = sqrt(fmax(xx * yy - xy * xy, 0)), root = sqrt(xx + yy + 2 * q);
  double h[] = {(xx + q) / root, xy / root, (yy + q) / root}, determinant = h[0] * h[2] - h[1] * h[1];
  if (!(determinant > 0)) return false;
  camera->scale = (h[0] + h[2]) / 2;
  for (int i = 0; i < 3; i++) {
    camera->rows[0][i] = (h[2] * m[0][i] - h[1] * m[1][i]) / determinant;
    camera->rows[1][i] = (h[0] * m[1][i] - h[1] * m[0][i]) / determinant;
  }
  set_angles(camera);
  return true;
}

/* A head that looks straight ahead, where the points tell no more. */
static bool fit_flat(const struct sums *sums, struct camera *camera) {
  double along = sums->points[0][0] + sums->points[1][1], across = sums->points[1][0] - sums->points[0][1];
  double all = sums->marks[0][0] + sums->marks[1][1], length = sqrt(along * along + across * across);
  if (!(all > 0 && length > 0)) return false;
  double cosine = along / length, sine = across / length;
  *camera = (struct camera){length / all, {{cosine, -sine, 0}, {sine, cosine, 0}}, NAN, NAN, 0};
  camera->roll = atan2(sine, cosine) * degrees;
  return true;
}

/* How far the point of `mark` lies from where the pose has it, in the head's own directions and of its width. */
static bool residual(
    const struct pairs *pairs, const struct camera *camera, struct mark mark, double *across, double *down) {
  for (int i = 0; i < pairs->count; i++) {
    struct mark each = pairs->all[i].mark, mean = pairs->mark_mean;
    if (each.x != mark.x || each.y != mark.y) continue;
    double a[] = {mark.x - mean.x, mark.y - mean.y, mark.z - mean.z};
    double x = (pairs->all[i].x - pairs->x_mean) / camera->scale - dot(camera->rows[0], a);
    double y = (pairs->all[i].y - pairs->y_mean) / camera->scale - dot(camera->rows[1], a);
    double cosine = cos(camera->roll / degrees), sine = sin(camera->roll / degrees);
    *across = cosine * x + sine * y;
    *down = cosine * y - sine * x;
    return true;
  }
  return false;
}

/* By how much a pair of marks is farther apart, and lower, than the pose has it. */
static void compare(
    const struct pairs *pairs, const struct camera *camera, struct mark left, struct mark right, float *apart,
    float *low) {
  double left_across, left_down, right_across, right_down;
  *apart = *low = FIT_UNKNOWN;
  if (!residual(pairs, camera, left, &left_across, &left_down)) return;
  if (!residual(pairs, camera, right, &right_across, &right_down)) return;
  *apart = (float)(right_across - left_across);
  *low = (float)((left_down + right_down) / 2);
}

static void set_offs(const struct pairs *pairs, const struct camera *camera, bool has_mesh, struct fit *fit) {
  const struct mark *marks = has_mesh ? mesh_marks : face_marks;
  float unused;
  double across, down;
  compare(
      pairs, camera, marks[has_mesh ? EYE_LEFT_OUTER : EYE_LEFT], marks[has_mesh ? EYE_RIGHT_OUTER : EYE_RIGHT],
      &fit->eyes_apart, &unused);
  compare(
      pairs, camera, marks[has_mesh ? CORNER_LEFT : MOUTH_LEFT], marks[has_mesh ? CORNER_RIGHT : MOUTH_RIGHT],
      &fit->mouth_wide, &fit->mouth_low);
  fit->chin_low = FIT_UNKNOWN;
  if (has_mesh && residual(pairs, camera, marks[CHIN], &across, &down)) fit->chin_low = (float)down;
}

/* Where the camera sees what lies so far below the point between the eyes, in widths of the face. */
static struct point seen_at(const struct pairs *pairs, const struct camera *camera, double down) {
  double away[] = {-pairs->mark_mean.x, down - pairs->mark_mean.y, -pairs->mark_mean.z};
  return (struct point){
      (float)(pairs->x_mean + camera->scale * dot(camera->rows[0], away)),
      (float)(pairs->y_mean + camera->scale * dot(camera->rows[1], away))};
}

struct fit fit_head(const struct face *face, float width, float height) {
  struct pairs pairs = seen_pairs(face, width, height);
  struct camera camera = {0};
  struct fit fit = {0};
  if (pairs.count < 3) return fit;
  set_means(&pairs);
  struct sums sums = sums_of(&pairs);
  if (is_line(sums.own)) return fit;
  bool is_turned = pairs.count > 3 && fit_turned(&sums, &camera);
  if (!is_turned && !fit_flat(&sums, &camera)) return fit;
  fit.is_fitted = 1;
  fit.origin = seen_at(&pairs, &camera, 0);
  fit.middle = seen_at(&pairs, &camera, middle_of_head);
  fit.width = (float)camera.scale;
  fit.roll = (float)camera.roll;
  fit.pitch = (float)camera.pitch;
  fit.yaw = (float)camera.yaw;
  set_offs(&pairs, &camera, face->has_mesh, &fit);
  return fit;
}
