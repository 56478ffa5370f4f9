/* Noise of pictures that were taken in the dark: as strong as what is in them, and the detector takes it for edges. */
#pragma once
#include "picture.h"

/* Smooths the picture where it is a dark one. */
void noise_smooth(struct picture *picture);
