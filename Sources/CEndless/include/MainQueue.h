// Functions of Dispatch that the event loop needs and that the headers of Dispatch do not declare.
#ifndef ENDLESS_MAIN_QUEUE_H
#define ENDLESS_MAIN_QUEUE_H

#include <stddef.h>

// For a foreign event loop that serves the main queue: a descriptor that is readable when work is waiting, and the
// function that runs it (swift-corelibs-libdispatch, src/queue.c; CoreFoundation uses them, too).
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
static inline int endless_main_queue_descriptor(void) {
  return _dispatch_get_main_queue_handle_4CF();
}
static inline void endless_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

#endif
