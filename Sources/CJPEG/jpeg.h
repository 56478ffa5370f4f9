/* TurboJPEG, the planar interface of libjpeg-turbo. */
#pragma once
#include <turbojpeg.h>
