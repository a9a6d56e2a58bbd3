// What Swift cannot see of the C library, the kernel and Dispatch, and what must be written in C.
#ifndef ENDLESS_CENDLESS_H
#define ENDLESS_CENDLESS_H

#include "CrashGuard.h"
#include "Descriptors.h"
#include "MainQueue.h"
#include "Memory.h"
#include "Start.h"

#endif
