// ncurses' wide API for Swift, and the few calls of libc and Dispatch that Swift cannot see.
#ifndef ENDLESS_CNCURSES_SHIM_H
#define ENDLESS_CNCURSES_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
// Without it add_wch and cchar_t do not exist; set here, because flags do not reach every importer.
#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <malloc.h>
#include <stdint.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

// Attributes are macros with casts, which Swift does not import.
static inline attr_t endless_bold(void) { return WA_BOLD; }
static inline attr_t endless_dim(void) { return WA_DIM; }
static inline attr_t endless_italic(void) { return WA_ITALIC; }
static inline attr_t endless_underline(void) { return WA_UNDERLINE; }
static inline attr_t endless_reverse(void) { return WA_REVERSE; }

// Globals are shared mutable state to Swift 6.
static inline WINDOW *endless_standard_window(void) { return stdscr; }
static inline WINDOW *endless_current_screen(void) { return curscr; }
static inline WINDOW *endless_next_screen(void) { return newscr; }
static inline int endless_color_pairs(void) { return COLOR_PAIRS; }

// setcchar(3): a pair above 32767 goes through opts, whose type is void.
static inline int endless_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}

static inline int endless_set_cell_of(cchar_t *cell, wchar_t scalar, attr_t attributes, int pair) {
  const wchar_t text[] = {scalar, 0};
  return setcchar(cell, text, attributes, 0, &pair);
}

// Makes ncurses forget what stands on a line of the terminal, so that it sends the line whole.
static inline void endless_forget_line(WINDOW *window, int line) { wredrawln(window, line, 1); }

// curs_add_wchstr(3) is a macro; it leaves the cursor where it was.
static inline int endless_draw_cells(
    WINDOW *window, int line, const cchar_t *cells, int count, int width) {
  if (wmove(window, line, 0) == ERR) return ERR;
  int result = count > 0 ? wadd_wchnstr(window, cells, count) : OK;
  if (width < getmaxx(window) && wmove(window, line, width) == OK) wclrtoeol(window);
  return result;
}

// malloc_trim(3) is missing from Swift's Glibc.
static inline void endless_trim_memory(void) { malloc_trim(0); }

// Takes memory for the heap in one call. It would come a page at a time, each by a page fault,
// which costs more than the page (madvise(2), MADV_POPULATE_WRITE, Linux 5.14; without it nothing
// changes).
//
// The thresholds are what glibc sets by itself once a canvas was freed: a frame is not mapped each
// time.
static inline void endless_prepare_heap(size_t bytes) {
  enum { POPULATE_WRITE = 23, FIRST = 256 << 10, MAPPED = 1 << 20, PAGE = 4096 };
  mallopt(M_MMAP_THRESHOLD, MAPPED);
  mallopt(M_TRIM_THRESHOLD, 2 * MAPPED);
  mallopt(M_TOP_PAD, (int)bytes);
  char *first = malloc(FIRST);
  mallopt(M_TOP_PAD, 128 << 10);
  if (!first) return;
  char *start = (char *)(((uintptr_t)first + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  madvise(start, bytes, POPULATE_WRITE);
  free(first);
}

// memfd_create(2) and signalfd(2) are missing, too.
static inline int endless_memory_file(void) { return memfd_create("endless-frame", MFD_CLOEXEC); }
static inline int endless_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}
static inline void endless_set_signals(int descriptor, const sigset_t *signals) {
  signalfd(descriptor, signals, 0);
}

#endif
