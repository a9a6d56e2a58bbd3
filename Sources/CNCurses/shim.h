// ncurses for Swift: the wide-character header, and replacements for declarations that Swift cannot import.
//
// Swift cannot import variadic functions or macros with casts, and treats global variables as unsafe. Most
// declarations below replace one of these, and have the same or a similar name with the prefix `endless_`. The
// comments name the man pages.
#ifndef ENDLESS_CNCURSES_SHIM_H
#define ENDLESS_CNCURSES_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <term.h>

// setupterm(3X) with a pointer for the error code; without one, it would print an error and exit.
static inline int endless_setupterm(const char *terminal) {
  int error;
  return setupterm(terminal, 1, &error);
}

// tiparm(3X), which is variadic.
static inline const char *endless_tiparm(const char *template, int first, int second) {
  return tiparm(template, first, second);
}

// cur_term(3X): the description in use.
static inline TERMINAL *endless_cur_term(void) { return cur_term; }

// newscr, curscr and stdscr, curs_variables(3X): the next screen, the current one, and the default window.
static inline WINDOW *endless_newscr(void) { return newscr; }
static inline WINDOW *endless_curscr(void) { return curscr; }
static inline WINDOW *endless_stdscr(void) { return stdscr; }

// COLOR_PAIRS, curs_variables(3X): the number of color pairs, including the default one.
static inline int endless_color_pairs(void) { return COLOR_PAIRS; }

// LINES and COLS, curs_variables(3X): the size of the screen.
static inline int endless_lines(void) { return LINES; }
static inline int endless_columns(void) { return COLS; }

// The attributes of curs_attr(3X) are macros with casts.
static const attr_t endless_bold = A_BOLD, endless_dim = A_DIM, endless_italic = A_ITALIC,
                    endless_underline = A_UNDERLINE, endless_reverse = A_REVERSE;
// A_COLOR, curs_attr(3X): the attribute bits that hold the number of the color pair.
static const attr_t endless_color_bits = A_COLOR;

#endif
