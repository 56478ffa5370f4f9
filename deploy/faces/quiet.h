/* Standard error shut for a while, for libraries that write there. */
#pragma once

/* What `quiet_end` wants; below 0 where nothing was shut. */
int quiet_begin(void);
void quiet_end(int kept);
