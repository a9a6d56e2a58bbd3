// The original arguments of the process.
#ifndef ENDLESS_START_H
#define ENDLESS_START_H

int endless_argument_count(void);
char **endless_arguments(void);

// The path with which the process was started (getauxval(3)); NULL if the kernel does not give it.
const char *endless_start_path(void);

#endif
