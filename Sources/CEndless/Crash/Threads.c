// Checks whether threads can be created.
#define _GNU_SOURCE 1
#include "CrashGuard.h"

#include <pthread.h>
#include <sys/resource.h>

static bool is_below(rlim_t value, int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur < value;
}

bool endless_has_low_limits(void) {
  return is_below(4096, RLIMIT_NPROC) || is_below((rlim_t)1 << 30, RLIMIT_DATA) ||
         is_below((rlim_t)1 << 32, RLIMIT_AS);
}

// Runs in each thread: waits until all threads exist.
static void *wait_at(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

int endless_probe_threads(int count) {
  enum { MOST = 16 };
  pthread_t threads[MOST];
  pthread_mutex_t gate;
  pthread_mutex_init(&gate, NULL);
  pthread_mutex_lock(&gate);
  int made = 0, code = 0;
  while (made < count && made < MOST) {
    code = pthread_create(&threads[made], NULL, wait_at, &gate);
    if (code != 0) break;
    made++;
  }
  pthread_mutex_unlock(&gate);
  while (made > 0) pthread_join(threads[--made], NULL);
  pthread_mutex_destroy(&gate);
  return code;
}
