/* GPIO lines by libgpiod 1 and 2, behind one interface. */
#pragma once
