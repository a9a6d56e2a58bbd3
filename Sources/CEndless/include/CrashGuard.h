// Restores the terminal when a process crashes. This is in C, because a signal handler may call only a few functions,
// and Swift does not guarantee which ones its code calls (signal-safety(7)).
#ifndef ENDLESS_CRASH_GUARD_H
#define ENDLESS_CRASH_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

// The maximum length of the sequence that restores a terminal.
#define ENDLESS_CRASH_BYTES 512
// The maximum number of bytes of standard error that are printed.
#define ENDLESS_CRASH_WORDS 4096

// Installs handlers for crash signals, other signals that end a process, and exit(3). The terminal is read from `input`
// and written to `output`, a descriptor that should not block. A process can have only one terminal at a time: the
// function returns false for a second one.
bool endless_crash_open(int input, int output, const struct termios *attributes);

// From now on, holds back writes to standard error, if standard error is this terminal.
void endless_crash_hold_errors(void);

// From now on, a crash restores the terminal with these bytes, of which only the first ENDLESS_CRASH_BYTES are
// used.
void endless_crash_arm(const unsigned char *bytes, size_t count);

// From now on, a crash does not restore the terminal.
void endless_crash_disarm(void);

// Discards old messages of the held standard error if there are many; costs little otherwise.
void endless_crash_trim_errors(void);

// Restores the handlers and standard error, and copies the last `room` bytes of the held messages to `words`; returns
// the number of bytes copied.
size_t endless_crash_close(unsigned char *words, size_t room);

// Gives the calling thread an alternate signal stack for stack overflows; further calls on the same thread do nothing.
// The main thread gets its stack from endless_crash_open.
void endless_crash_prepare_thread(void);

// Starts the watchdog, a thread that restores the terminal and ends the process if the main thread has left one of
// these signals pending for 0.8 s, if it is still stuck 0.8 s after the terminal has hung up, or if a time limit is
// exceeded (see also endless_watchdog_work). There can be only one watchdog, and the signals must be blocked in all
// threads. Returns 0, or the errno of the failure.
int endless_watchdog_open(int terminal, const sigset_t *ending);

// Ends the watchdog, and waits for its thread.
void endless_watchdog_close(void);

// Records that the terminal has been restored. For about ten more seconds, the watchdog ends the process if the main
// thread is waiting for a thread that cannot be created, because Dispatch may need a thread to release resources.
void endless_watchdog_leave(void);

// Records that the main thread is waiting for events; returns whether the terminal modes have to be set
// again.
bool endless_watchdog_rest(void);

// Records that the main thread is busy. If it is busy for more than a second, `^C` sends a signal. But if no thread
// can be created, the main thread may be waiting for one, so the process exits with status 1.
void endless_watchdog_work(void);

// Ends the process after this many milliseconds, even if it is busy.
void endless_watchdog_limit(long long milliseconds);

// Whether a limit on processes or memory is so low that a few threads may exceed it (getrlimit(2)).
bool endless_has_low_limits(void);

// Checks whether this many threads, at most 16, can exist at a time; returns 0, or the errno of pthread_create(3).
int endless_probe_threads(int count);

// Whether two descriptors refer to the same terminal, even if one was opened as /dev/tty.
bool endless_same_terminal(int one, int other);

#endif
