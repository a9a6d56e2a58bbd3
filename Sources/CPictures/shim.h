// libpng 1.6 and TurboJPEG 2; Swift can import all functions that `Pictures` calls.
#ifndef CPICTURES_SHIM_H
#define CPICTURES_SHIM_H

#include <png.h>
#include <turbojpeg.h>

#endif
