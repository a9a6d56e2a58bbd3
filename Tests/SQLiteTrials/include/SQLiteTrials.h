// Databases that are written by tests, and files that fail.
#ifndef ENDLESS_SQLITE_TRIALS_H
#define ENDLESS_SQLITE_TRIALS_H

// A connection that writes; null where it cannot be opened.
void *trial_open(const char *path);
void trial_close(void *connection);
// Runs statements; null, or what went wrong, which is valid until the next call of this thread.
const char *trial_run(void *connection, const char *sql);
// The number in the first column of the first row; -1 where none is.
long long trial_number(void *connection, const char *sql);

// Gives up what the user root may do with files of others, for this thread, and takes it back (setfsuid(2)).
void trial_give_up_rights(void);
void trial_take_rights(void);

// Makes two file systems known to SQLite: "faulty" over the system's own, "faulty-none" over the one without locks.
void trial_register_faulty_files(void);

enum trial_call {
  trial_reads = 1,
  trial_opens = 2,
  trial_accesses = 4,
  trial_locks = 8,
  trial_sizes = 16,
  trial_shared_memory = 32,
};

// The call of a number of these kinds, counted from now on from 1, fails, and so do `more` after it.
void trial_fail(int kinds, int number, int more);
// How many calls of these kinds there were since; none fails from now on.
int trial_end(void);

#endif
