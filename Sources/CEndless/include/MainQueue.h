// What the event loop needs of Dispatch, which has it and does not show it.
#ifndef ENDLESS_MAIN_QUEUE_H
#define ENDLESS_MAIN_QUEUE_H

#include <stddef.h>

// How a loop that is not Dispatch's serves the main queue: a descriptor that can be read when something
// waits, and what does it (swift-corelibs-libdispatch, src/queue.c; CoreFoundation's loop uses the same).
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
static inline int endless_main_queue_descriptor(void) {
  return _dispatch_get_main_queue_handle_4CF();
}
static inline void endless_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

#endif
