/* Why a picture could not be examined. */
#pragma once

enum failure {
  FAILURE_NONE,
  FAILURE_UNREADABLE, /* the file can't be opened or read */
  FAILURE_NO_JPEG,    /* no JPEG that libjpeg decodes */
  FAILURE_TOO_LARGE,  /* it would take more memory or time than there is */
  FAILURE_INCOMPLETE, /* cut off or damaged: a face may be in the part that is not there */
  FAILURE_MODEL,      /* the model is missing, broken or another one */
  FAILURE_MEMORY
};

/* Name of a failure in the answer. */
const char *failure_name(enum failure failure);
