// Declarations shared by the files of this folder.
#ifndef ENDLESS_CRASH_PRIVATE_H
#define ENDLESS_CRASH_PRIVATE_H

#include "CrashGuard.h"

// The size of a stack for signal handlers, in bytes; unused pages take no memory.
enum { SIGNAL_STACK_SIZE = 65536 };

// Restores the terminal if necessary; calls only functions listed in signal-safety(7).
void endless_crash_restore(void);

// Prints the messages held back from standard error and, if `signal` is not 0, the name of the
// signal; async-signal-safe.
void endless_crash_tell(int signal);

// Prints one line that begins with the program's name; async-signal-safe.
void endless_crash_say(const char *text);

// Lets `^C` send a signal again, if the terminal is raw.
void endless_crash_let_interrupt(void);

// The message that is printed if a thread cannot be created.
extern const char endless_no_threads[];

// Writes to a descriptor without blocking the caller for long; gives up after a moment.
void endless_crash_write(int descriptor, const unsigned char *bytes, size_t count);

// Redirects standard error to a file in memory.
void endless_crash_make_errors(void);

// Stores the name of the program for messages.
void endless_crash_take_name(void);

// Installs the signal handlers, and restores the previous ones.
void endless_crash_take_signals(void);
void endless_crash_give_signals_back(void);

// The descriptors of standard error while it is held back; -1 if it is not.
struct endless_crash_errors {
  int real;
  int held;
};
extern struct endless_crash_errors endless_crash_errors;

// The descriptor for messages: the terminal while standard error is held back, and otherwise
// standard error; -1 if this process must not write to the terminal.
int endless_crash_words_descriptor(void);

#endif
