// What the event loop needs of Dispatch, which has it and does not show it.
#ifndef ENDLESS_CEVENTLOOP_H
#define ENDLESS_CEVENTLOOP_H

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// How a loop that is not Dispatch's serves the main queue: a descriptor that can be read when something
// waits, and what does it (swift-corelibs-libdispatch, src/queue.c; CoreFoundation's loop uses the same).
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
static inline int endless_main_queue_descriptor(void) {
  return _dispatch_get_main_queue_handle_4CF();
}
static inline void endless_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

// Can be read when a process has ended; -1 where the system has no such descriptors (pidfd_open(2)).
static inline int endless_process_descriptor(int process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}

#endif
