// An alternate signal stack for each thread that runs work, because a handler cannot run on a stack that has
// overflowed.
#define _GNU_SOURCE 1
#include "Crash.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void release(void *stack) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, SIGNAL_STACK_SIZE);
}

static void make_key(void) { has_key = pthread_key_create(&key, release) == 0; }

void endless_crash_prepare_thread(void) {
  static _Thread_local bool is_prepared;
  if (is_prepared) return;
  is_prepared = true;
  stack_t old;
  pthread_once(&once, make_key);
  if (!has_key || sigaltstack(NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE)) return;
  const int protection = PROT_READ | PROT_WRITE;
  void *memory = mmap(NULL, SIGNAL_STACK_SIZE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t stack = {.ss_sp = memory, .ss_size = SIGNAL_STACK_SIZE};
  if (pthread_setspecific(key, memory) != 0 || sigaltstack(&stack, NULL) != 0) {
    pthread_setspecific(key, NULL);
    munmap(memory, SIGNAL_STACK_SIZE);
  }
}
