// Databases that tests write, and files whose calls fail.
#ifndef ENDLESS_SQLITE_TRIALS_H
#define ENDLESS_SQLITE_TRIALS_H

// Opens a connection that writes; null if it cannot be opened.
void *trial_open(const char *path);
void trial_close(void *connection);
// Runs statements; returns null, or the error message, which is valid until the next call of this thread.
const char *trial_run(void *connection, const char *sql);
// The number in the first column of the first row; -1 after an error, or if the result has no rows.
long long trial_number(void *connection, const char *sql);

// Gives up root's access to the files of other users, for this thread, and takes it back (setfsuid(2)).
void trial_give_up_rights(void);
void trial_take_rights(void);

// Registers two file systems in SQLite: "faulty" on top of the system's own, "faulty-none" on top of the one
// without locks.
void trial_register_faulty_files(void);

enum trial_call {
  trial_reads = 1,
  trial_opens = 2,
  trial_accesses = 4,
  trial_locks = 8,
  trial_sizes = 16,
  trial_shared_memory = 32,
};

// Counts calls of these kinds from 1; the call with the given number fails, and `more` calls after it fail as well.
void trial_fail(int kinds, int number, int more);
// Ends the faults; returns the number of calls of these kinds since `trial_fail`.
int trial_end(void);

#endif
