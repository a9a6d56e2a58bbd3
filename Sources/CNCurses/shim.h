// ncurses' descriptions of terminals for Swift.
#ifndef ENDLESS_CNCURSES_SHIM_H
#define ENDLESS_CNCURSES_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <curses.h>
#include <term.h>

// setupterm(3X); it would write its errors itself. The size in the description is of no use.
static inline int endless_open_description(const char *terminal) {
  int error;
  use_env(FALSE);
  return setupterm(terminal, 1, &error);
}

// tiparm(3X) is variadic.
static inline const char *endless_expanded(const char *template, int first, int second) {
  return tiparm(template, first, second);
}

#endif
