// What must happen to a terminal when a process crashes: in C, because a signal's handler may do
// next to nothing, and Swift does not say what its code does (signal-safety(7)).
#ifndef ENDLESS_CRASH_GUARD_H
#define ENDLESS_CRASH_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

// Longest sequence that gives a terminal back.
#define ENDLESS_CRASH_BYTES 512
// Most that is said of what stood on standard error.
#define ENDLESS_CRASH_WORDS 4096

// Takes the signals of crashes and the end by exit(3). The terminal is read at one descriptor and
// written to at another, which should not block. One terminal per process; false for a second.
bool endless_crash_open(int input, int output, const struct termios *attributes);

// Keeps what is written to standard error from now on, if that is this very terminal.
void endless_crash_hold_errors(void);

// From now on the terminal has to be given back, by these bytes; cut to ENDLESS_CRASH_BYTES.
void endless_crash_arm(const unsigned char *bytes, size_t count);

// From now on the terminal is the shell's.
void endless_crash_disarm(void);

// Keeps only the last messages on standard error where there are many; cheap where there are not.
void endless_crash_trim_errors(void);

// Gives signals and standard error back, and copies what was kept of it; returns how many bytes.
size_t endless_crash_close(unsigned char *words, size_t room);

// Gives the calling thread a second stack, on which its overflow can be answered, until it ends;
// done once for each thread, and the main thread has one by endless_crash_open.
void endless_crash_prepare_thread(void);

// Starts a thread that ends the process where the main thread does not: it has left one of these
// signals for 0.8 s, the terminal is gone, or a limit is over. The terminal is given back first.
// Only one; the signals must be blocked in all threads. Returns 0, or the errno of what could not
// be made.
int endless_watchdog_open(int terminal, const sigset_t *ending);

// Ends it.
void endless_watchdog_close(void);

// The terminal was given back. For ten seconds more the process is ended if it waits for a thread
// that cannot be made: Dispatch may want one to put something away.
void endless_watchdog_leave(void);

// The main thread waits for events; says whether its terminal's modes have to be set again.
bool endless_watchdog_rest(void);

// The main thread works. Where it does so for more than a second, and no thread can be made for
// which it may wait, the process ends with status 1; else `^C` becomes a signal.
void endless_watchdog_work(void);

// Ends the process this many milliseconds from now, whatever it is doing.
void endless_watchdog_limit(long long milliseconds);

// Whether a limit on processes or memory is so low that a few threads may reach it (getrlimit(2)).
bool endless_has_low_limits(void);

// Whether this many threads, at most 16, are available at a time: 0, or the errno of
// pthread_create(3).
int endless_probe_threads(int count);

// Whether two descriptors are the same terminal, also where one of them came from /dev/tty.
bool endless_same_terminal(int one, int other);

#endif
