/* exhibit-faces: an analyser of Exhibit that finds the faces in a picture. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "answer.h"
#include "detector.h"
#include "mesh.h"
#include "noise.h"
#include "piece.h"

static const char installed_model[] = "/usr/share/exhibit/faces/centerface.onnx";
static const char installed_mesh[] = "/usr/share/exhibit/faces/face-mesh.onnx";

static const char usage[] =
    "usage: exhibit-faces [--model FILE] [--mesh FILE] [--orientation 1…8] PICTURE\n"
    "\n"
    "Writes the faces in PICTURE, a JPEG file, as a line of JSON, and by what they were found. How the picture is\n"
    "seen upright stands in the piece's line of 'exhibit list --json' on standard input, unless --orientation says\n"
    "it.\n"
    "Without the file of a mesh a face has five points and not eleven.\n";

struct wishes {
  const char *model, *mesh, *picture; /* the mesh may be NULL */
  int orientation; /* 0 where standard input says it */
};

static const struct option options[] = {
    {"model", required_argument, NULL, 'm'},
    {"mesh", required_argument, NULL, 'p'},
    {"orientation", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* How the process ends; below 0 where it goes on. */
static int read_words(int count, char *words[], struct wishes *wishes) {
  int letter;
  while ((letter = getopt_long(count, words, "", options, NULL)) != -1) {
    switch (letter) {
      case 'm': wishes->model = optarg; break;
      case 'p': wishes->mesh = optarg; break;
      case 'o':
        if (strlen(optarg) != 1 || *optarg < '1' || *optarg > '8') {
          fprintf(stderr, "exhibit-faces: an orientation is a number from 1 to 8, not '%s'\n", optarg);
          return 1;
        }
        wishes->orientation = *optarg - '0';
        break;
      case 'h': return fputs(usage, stdout) < 0;
      default: return 1;
    }
  }
  if (optind == count) {
    fprintf(stderr, "exhibit-faces: no picture was named; exhibit-faces --help says how\n");
    return 1;
  }
  wishes->picture = words[count - 1];
  return -1;
}

/* The camera goes before: the processor and the disk get to this when nobody else wants them. */
static void stand_back(void) {
  enum { WHO_PROCESS = 1, CLASS_IDLE = 3, CLASS_SHIFT = 13 }; /* linux/ioprio.h */
  setpriority(PRIO_PROCESS, 0, 19);
  syscall(SYS_ioprio_set, WHO_PROCESS, 0, CLASS_IDLE << CLASS_SHIFT);
}

static enum failure examine(const struct wishes *wishes, struct picture *picture, struct candidates *candidates) {
  enum failure failure = picture_read(wishes->picture, picture);
  if (failure) return failure;
  noise_smooth(picture);
  failure = detector_run(wishes->model, picture, candidates);
  if (failure || !wishes->mesh || candidates->count == 0) return failure;
  return mesh_run(wishes->mesh, picture, candidates);
}

int main(int count, char *words[]) {
  static struct candidates candidates;
  struct wishes wishes = {.model = installed_model, .mesh = installed_mesh};
  struct picture picture = {NULL, 1, 1, 1};
  int end = read_words(count, words, &wishes);
  if (end >= 0) return end;
  if (access(wishes.mesh, F_OK) < 0) wishes.mesh = NULL;
  stand_back();
  picture.orientation = wishes.orientation ? wishes.orientation : piece_orientation(STDIN_FILENO);
  enum failure failure = examine(&wishes, &picture, &candidates);
  return answer_write(&candidates, &picture, failure, wishes.model, wishes.mesh) ? 0 : 1;
}
