// The arguments of the process, as they were given to it.
#ifndef ENDLESS_START_H
#define ENDLESS_START_H

int endless_argument_count(void);
char **endless_arguments(void);

// The path by which the process was started (getauxval(3)); NULL where the kernel does not say.
const char *endless_start_path(void);

#endif
