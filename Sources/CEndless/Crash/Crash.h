// What the files of this target share.
#ifndef ENDLESS_CRASH_PRIVATE_H
#define ENDLESS_CRASH_PRIVATE_H

#include "CrashGuard.h"

// Gives the terminal back if that is still to be done; calls what signal-safety(7) lists alone.
void endless_crash_restore(void);

// Says what is held of standard error and, for a signal, which it was; calls only what may be
// called.
void endless_crash_tell(int signal);

// Says one line with the program's name before it; calls only what may be called.
void endless_crash_say(const char *text);

// Makes `^C` a signal again, where the terminal is taken.
void endless_crash_let_interrupt(void);

// What is said where no thread can be made.
extern const char endless_no_threads[];

// Writes to a descriptor that must not block the caller; gives up after a moment.
void endless_crash_write(int descriptor, const unsigned char *bytes, size_t count);

// Puts a file in memory in the place of standard error.
void endless_crash_make_errors(void);

// Remembers what the program is called.
void endless_crash_take_name(void);

// Takes the signals, and gives them back.
void endless_crash_take_signals(void);
void endless_crash_give_signals_back(void);

// Standard error, as far as it is held: -1 where it is not.
struct endless_crash_errors {
  int real;
  int held;
};
extern struct endless_crash_errors endless_crash_errors;

// Where messages go: the terminal's own descriptor, or standard error where that is something else.
int endless_crash_words_descriptor(void);

#endif
