// Initialization before Swift's runtime starts.
#include "Start.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

static int count;
static char **words;

int endless_argument_count(void) { return count; }

char **endless_arguments(void) { return words; }

const char *endless_start_path(void) { return (const char *)getauxval(AT_EXECFN); }

// Swift reads the arguments from /proc/self/cmdline, and has none if /proc is missing. Therefore they are
// stored here, in a constructor, to which glibc passes them. The runtime finds its folder through
// /proc/self/exe and aborts if that fails, unless SWIFT_ROOT is set (stdlib/public/runtime/Paths.cpp).
// Priorities below 101 are reserved for the system.
__attribute__((constructor(101))) static void endless_start(int argc, char **argv) {
  count = argc;
  words = argv;
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
