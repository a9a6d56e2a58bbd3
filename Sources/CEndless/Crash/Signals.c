// Handlers for crash signals: restore the terminal, then let the signal have its previous effect.
#define _GNU_SOURCE 1
#include "Crash.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// The handled signals: first the crash signals, then others that end a process that does not handle them,
// which report exceeded limits or come from other processes. Signals that end a session normally are read
// elsewhere. The realtime signals come last; glibc reserves the two below them.
enum { CRASH_COUNT = 7, NAMED_COUNT = 17, FIRST_REALTIME = 34, REALTIME_COUNT = 31 };
enum { SIGNAL_COUNT = NAMED_COUNT + REALTIME_COUNT };
static const int named[NAMED_COUNT] = {
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
    SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT};
static struct sigaction previous[SIGNAL_COUNT];

static int signal_at(int at) {
  return at < NAMED_COUNT ? named[at] : FIRST_REALTIME + at - NAMED_COUNT;
}

// After a stack overflow, a handler cannot run on the same stack. The memory is not a variable, because the variables
// are populated at the start (Entry.c), and this memory is rarely needed.
static void *alternate_stack;
static bool has_alternate_stack;

static const struct sigaction *previous_of(int signal) {
  for (int at = 0; at < SIGNAL_COUNT; at++) if (signal_at(at) == signal) return &previous[at];
  return NULL;
}

// Sends the signal to this thread again, with its information, so that the previous handler or the kernel
// handles it. The parent process sees the signal, and a core dump shows where it occurred.
static void send_again(int signal, siginfo_t *information) {
  const struct sigaction *action = previous_of(signal);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  bool has_handler = action && action->sa_handler != SIG_IGN;
  sigaction(signal, has_handler ? action : &standard, NULL);
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, information) != 0) raise(signal);
}

static void take_crash(int signal, siginfo_t *information, void *context) {
  (void)context;
  endless_crash_restore();
  endless_crash_tell(signal);
  send_again(signal, information);
}

void endless_crash_take_signals(void) {
  const int protection = PROT_READ | PROT_WRITE;
  if (!alternate_stack)
    alternate_stack = mmap(NULL, SIGNAL_STACK_SIZE, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (alternate_stack == MAP_FAILED) alternate_stack = NULL;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = SIGNAL_STACK_SIZE};
  stack_t old;
  has_alternate_stack = alternate_stack && sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)
      && sigaltstack(&stack, NULL) == 0;
  struct sigaction action = {.sa_sigaction = take_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int at = 0; at < SIGNAL_COUNT; at++) {
    sigaction(signal_at(at), NULL, &previous[at]);
    // The previous handler of a signal that is not a crash signal stays, because it may return and let the
    // program continue.
    bool ends = at < CRASH_COUNT || previous[at].sa_handler == SIG_DFL;
    if (ends) sigaction(signal_at(at), &action, NULL);
  }
}

void endless_crash_give_signals_back(void) {
  for (int at = 0; at < SIGNAL_COUNT; at++) {
    struct sigaction now;
    // Handlers that were installed after ours stay.
    bool is_ours = sigaction(signal_at(at), NULL, &now) == 0 && now.sa_sigaction == take_crash;
    if (is_ours) sigaction(signal_at(at), &previous[at], NULL);
  }
  stack_t none = {.ss_flags = SS_DISABLE};
  if (has_alternate_stack) sigaltstack(&none, NULL);
  has_alternate_stack = false;
}
