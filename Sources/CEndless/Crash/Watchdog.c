// A thread that ends the process if the main thread cannot do so.
//
// Signals that end a program are blocked, and read by the main thread. If the main thread waited for something
// that never happens, only SIGKILL would end the process, and the terminal would stay raw. Therefore a second
// thread, created before the terminal is set up, watches the main thread. It sleeps while nothing happens.
#define _GNU_SOURCE 1
#include "Crash.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// In milliseconds: the time that the main thread has to read a signal, the time between two checks of whether it
// has read the signal, and the time that its work may take before the work counts as long. STACK_SIZE is in bytes.
enum { SIGNAL_GRACE = 800, STEP = 25, LONGEST_TURN = 1000, STACK_SIZE = 131072 };
enum { CONTROL, SIGNALS, TERMINAL, TURN, LIMIT, COUNT };

static struct pollfd watched[COUNT];
static pthread_t thread;
static bool is_open;
// Odd while the main thread is busy; incremented when it becomes busy or idle.
static atomic_ulong turn;
static atomic_bool is_loosened;
// Whether the terminal has been restored. If so, the watchdog continues for a limited time, in case the main thread is
// stuck.
static atomic_bool is_leaving;
enum { LAST_TURNS = 10 };

static bool is_ready(int at) {
  struct pollfd one = {.fd = watched[at].fd, .events = watched[at].events};
  return poll(&one, 1, 0) > 0;
}

// Waits until the watch ends, but no longer than the given time; returns whether the watch has ended.
static bool is_over_within(int milliseconds) {
  struct pollfd control = {.fd = watched[CONTROL].fd, .events = POLLIN};
  return poll(&control, 1, milliseconds) > 0;
}

static void end(const char *reason, int status) {
  endless_crash_restore();
  if (reason) endless_crash_say(reason);
  _exit(status);
}

// Handles a pending signal: the main thread reads signals as soon as it can, so if a signal stays pending, the
// main thread is stuck.
static bool take_signal(void) {
  for (int waited = 0; waited < SIGNAL_GRACE; waited += STEP) {
    if (is_over_within(STEP)) return true;
    if (!is_ready(SIGNALS)) return false;
  }
  struct signalfd_siginfo information = {.ssi_signo = SIGTERM};
  (void)!read(watched[SIGNALS].fd, &information, sizeof information);
  end(NULL, 128 + (int)information.ssi_signo);
  return true;
}

// Handles a terminal that has hung up, which the main thread notices itself unless it is stuck.
static bool take_hang_up(void) {
  watched[TERMINAL].fd = -1;
  unsigned long before = atomic_load(&turn);
  if (is_over_within(SIGNAL_GRACE)) return true;
  bool is_stuck = before % 2 == 1 && atomic_load(&turn) == before;
  if (is_stuck && !atomic_load(&is_leaving)) end(NULL, 128 + SIGHUP);
  return false;
}

// Handles a main thread that has been busy for too long without reading keys. If no thread can be created, it may be
// waiting for one forever (libdispatch, _dispatch_temporary_resource_shortage), so the watchdog ends the process.
// Otherwise the watchdog lets `^C` end the process.
//
// Returns whether the watch has ended.
static bool take_long_turn(void) {
  static int last_turns;
  uint64_t times;
  (void)!read(watched[TURN].fd, &times, sizeof times);
  unsigned long before = atomic_load(&turn);
  if (before % 2 == 0) return false;
  int code = endless_probe_threads(1);
  if (code != 0 && atomic_load(&turn) == before) end(endless_no_threads, 1);
  if (!atomic_exchange(&is_loosened, true)) endless_crash_let_interrupt();
  last_turns = atomic_load(&is_leaving) ? last_turns + 1 : 0;
  return last_turns > LAST_TURNS;
}

static void *watch(void *unused) {
  for (;;) {
    if (poll(watched, COUNT, -1) < 0 && errno != EINTR) return unused;
    if (watched[CONTROL].revents != 0) return unused;
    if (watched[SIGNALS].revents != 0 && take_signal()) return unused;
    if (watched[TERMINAL].revents != 0 && take_hang_up()) return unused;
    if (watched[TURN].revents != 0 && take_long_turn()) return unused;
    if (watched[LIMIT].revents != 0) end("session ended: time limit reached", 1);
  }
}

static void set_timer(int at, long long milliseconds, bool repeats) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  struct itimerspec setting = {.it_value = time};
  if (repeats) setting.it_interval = time;
  timerfd_settime(watched[at].fd, 0, &setting, NULL);
}

static void close_descriptors(void) {
  for (int at = 0; at < COUNT; at++) {
    if (at != TERMINAL && watched[at].fd >= 0) close(watched[at].fd);
  }
}

static int start_thread(void) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code != 0) return code;
  code = pthread_attr_setstacksize(&attributes, STACK_SIZE);
  if (code == 0) code = pthread_create(&thread, &attributes, watch, NULL);
  pthread_attr_destroy(&attributes);
  return code;
}

int endless_watchdog_open(int terminal, const sigset_t *ending) {
  if (is_open && !atomic_load(&is_leaving)) return 0;
  endless_watchdog_close();
  const int timer = TFD_CLOEXEC | TFD_NONBLOCK;
  const int descriptors[COUNT] = {
      eventfd(0, EFD_CLOEXEC), signalfd(-1, ending, SFD_CLOEXEC | SFD_NONBLOCK), terminal,
      timerfd_create(CLOCK_MONOTONIC, timer), timerfd_create(CLOCK_MONOTONIC, timer)};
  int code = errno;
  bool has_all = true;
  for (int at = 0; at < COUNT; at++) {
    watched[at] = (struct pollfd){.fd = descriptors[at], .events = at == TERMINAL ? 0 : POLLIN};
    has_all = has_all && descriptors[at] >= 0;
  }
  atomic_store(&turn, 0);
  atomic_store(&is_loosened, false);
  atomic_store(&is_leaving, false);
  if (has_all) code = start_thread();
  if (!has_all || code != 0) {
    close_descriptors();
    return code != 0 ? code : EMFILE;
  }
  is_open = true;
  return 0;
}

void endless_watchdog_close(void) {
  if (!is_open) return;
  is_open = false;
  const uint64_t one = 1;
  (void)!write(watched[CONTROL].fd, &one, sizeof one);
  pthread_join(thread, NULL);
  close_descriptors();
}

void endless_watchdog_leave(void) {
  endless_watchdog_work();
  atomic_store(&is_leaving, true);
}

bool endless_watchdog_rest(void) {
  if (!is_open || atomic_load(&turn) % 2 == 0) return false;
  atomic_fetch_add(&turn, 1);
  set_timer(TURN, 0, false);
  return atomic_exchange(&is_loosened, false);
}

void endless_watchdog_work(void) {
  if (!is_open || atomic_load(&turn) % 2 == 1) return;
  atomic_fetch_add(&turn, 1);
  set_timer(TURN, LONGEST_TURN, true);
}

void endless_watchdog_limit(long long milliseconds) {
  if (is_open) set_timer(LIMIT, milliseconds > 0 ? milliseconds : 1, false);
}
