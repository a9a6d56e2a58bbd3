// What has to be done before Swift's runtime is set up.
#include "Start.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

static int count;
static char **words;

int endless_argument_count(void) { return count; }

char **endless_arguments(void) { return words; }

const char *endless_start_path(void) { return (const char *)getauxval(AT_EXECFN); }

// Swift reads the arguments from /proc/self/cmdline, and has none where there is no /proc; glibc hands them to
// constructors. The runtime looks for its own folder by /proc/self/exe and aborts where it finds none, unless
// SWIFT_ROOT names one (stdlib/public/runtime/Paths.cpp). Before 101 the system has its own constructors.
__attribute__((constructor(101))) static void endless_start(int argc, char **argv) {
  count = argc;
  words = argv;
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
