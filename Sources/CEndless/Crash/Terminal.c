// The terminal of this process, and its restoration from a handler.
#define _GNU_SOURCE 1
#include "Crash.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum state { CLOSED, SHELLS, OURS, RETURNING };

static atomic_int state = CLOSED;
static int input = -1;
static int output = -1;
static pid_t owner;
static struct termios attributes;
static unsigned char bytes[ENDLESS_CRASH_BYTES];
static size_t byte_count;

static void leave_at_exit(void) {
  if (atomic_load(&state) != OURS || getpid() != owner) return;
  endless_crash_restore();
  endless_crash_tell(0);
}

bool endless_crash_open(int input_descriptor, int output_descriptor, const struct termios *before) {
  static bool is_registered;
  if (atomic_load(&state) != CLOSED) return false;
  input = input_descriptor;
  output = output_descriptor;
  attributes = *before;
  owner = getpid();
  endless_crash_take_name();
  if (!is_registered) is_registered = atexit(leave_at_exit) == 0;
  atomic_store(&state, SHELLS);
  endless_crash_take_signals();
  return true;
}

void endless_crash_arm(const unsigned char *sequence, size_t count) {
  if (atomic_load(&state) == CLOSED) return;
  atomic_store(&state, SHELLS);
  byte_count = count < sizeof bytes ? count : sizeof bytes;
  memcpy(bytes, sequence, byte_count);
  atomic_store(&state, OURS);
}

void endless_crash_disarm(void) {
  int ours = OURS;
  atomic_compare_exchange_strong(&state, &ours, SHELLS);
}

size_t endless_crash_close(unsigned char *words, size_t room) {
  if (atomic_exchange(&state, CLOSED) == CLOSED) return 0;
  endless_crash_give_signals_back();
  struct endless_crash_errors errors = endless_crash_errors;
  if (errors.held < 0) return 0;
  endless_crash_errors = (struct endless_crash_errors){-1, -1};
  dup2(errors.real, STDERR_FILENO);
  off_t end = lseek(errors.held, 0, SEEK_CUR);
  off_t start = end > (off_t)room ? end - (off_t)room : 0;
  ssize_t count = end > 0 ? pread(errors.held, words, room, start) : 0;
  close(errors.real);
  close(errors.held);
  return count > 0 ? (size_t)count : 0;
}

bool endless_same_terminal(int one, int other) {
  unsigned int devices[2];
  return ioctl(one, TIOCGDEV, &devices[0]) == 0 && ioctl(other, TIOCGDEV, &devices[1]) == 0
      && devices[0] == devices[1];
}

// MARK: From a handler

// A background process, or one that was forked, must not touch the terminal.
static bool is_mine(void) {
  pid_t group = tcgetpgrp(input);
  return getpid() == owner && (group < 0 || group == getpgrp());
}

static bool write_now(int descriptor, const unsigned char *text, size_t count, int timeout) {
  while (count > 0) {
    struct pollfd poller = {.fd = descriptor, .events = POLLOUT};
    if (poll(&poller, 1, timeout) <= 0 || !(poller.revents & POLLOUT)) return false;
    ssize_t sent = write(descriptor, text, count);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) text += sent, count -= (size_t)sent;
  }
  return true;
}

void endless_crash_write(int descriptor, const unsigned char *text, size_t count) {
  write_now(descriptor, text, count, 100);
}

// Pending output that the terminal does not accept within a moment is discarded, because the bytes
// that restore the terminal must arrive.
static void send_bytes(void) {
  if (write_now(output, bytes, byte_count, 100)) return;
  tcflow(output, TCOON);
  tcflush(output, TCOFLUSH);
  write_now(output, bytes, byte_count, 100);
}

void endless_crash_restore(void) {
  int expected = OURS;
  if (atomic_compare_exchange_strong(&state, &expected, RETURNING)) {
    if (is_mine()) {
      send_bytes();
      tcsetattr(input, TCSANOW, &attributes);
    }
    atomic_store(&state, SHELLS);
    return;
  }
  // Another thread is restoring the terminal: ending the process now would interrupt it.
  for (int tries = 0; tries < 100 && atomic_load(&state) == RETURNING; tries++) poll(NULL, 0, 10);
}

void endless_crash_let_interrupt(void) {
  struct termios modes;
  if (atomic_load(&state) != OURS || !is_mine() || tcgetattr(input, &modes) != 0) return;
  modes.c_lflag |= ISIG;
  modes.c_cc[VINTR] = 3;
  modes.c_cc[VQUIT] = modes.c_cc[VSUSP] = _POSIX_VDISABLE;
  tcsetattr(input, TCSANOW, &modes);
}

int endless_crash_words_descriptor(void) {
  if (endless_crash_errors.held < 0) return STDERR_FILENO;
  return is_mine() ? output : -1;
}

// MARK: Standard error

void endless_crash_hold_errors(void) {
  bool is_wanted = atomic_load(&state) != CLOSED && endless_crash_errors.held < 0;
  if (is_wanted && endless_same_terminal(input, STDERR_FILENO)) endless_crash_make_errors();
}
