// Functions of the C library, the kernel and Dispatch that Swift cannot import, and code that has to be in C.
#ifndef ENDLESS_CENDLESS_H
#define ENDLESS_CENDLESS_H

#include "CrashGuard.h"
#include "Descriptors.h"
#include "MainQueue.h"
#include "Memory.h"
#include "Start.h"

#endif
