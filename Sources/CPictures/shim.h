// libpng 1.6 and TurboJPEG 2, as they are: Swift imports every call that `Pictures` makes.
#ifndef CPICTURES_SHIM_H
#define CPICTURES_SHIM_H

#include <png.h>
#include <turbojpeg.h>

#endif
