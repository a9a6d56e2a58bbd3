#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "Memory.h"

int endless_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
