/* What an analyser is told of a piece, a line of JSON as `exhibit list --json` has it. */
#pragma once

/* How the piece that is told of on `file` is seen upright, 1 to 8 as Exif numbers it; 1 where nobody says. */
int piece_orientation(int file);
