// A file system for SQLite (https://www.sqlite.org/vfs.html) on top of another one, whose calls fail when a test
// requests this.
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

#include "SQLiteTrials.h"

static atomic_int kinds, first, last, count;

void trial_fail(int of, int number, int more) {
  count = 0;
  first = number;
  last = number + more;
  kinds = of;
}

int trial_end(void) {
  kinds = 0;
  return count;
}

static int fails(int kind) {
  if (!(kinds & kind)) return 0;
  int number = ++count;
  return number >= first && number <= last;
}

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
} faulty_file;

#define REAL(file) (((faulty_file *)(file))->real)
#define CALL(file, name, ...) REAL(file)->pMethods->name(REAL(file), ##__VA_ARGS__)

static int close_file(sqlite3_file *f) { return REAL(f)->pMethods ? CALL(f, xClose) : SQLITE_OK; }
static int read_file(sqlite3_file *f, void *to, int n, sqlite3_int64 at) {
  if (fails(trial_reads)) return SQLITE_IOERR_READ;
  return CALL(f, xRead, to, n, at);
}
// Writing always fails.
static int write_file(sqlite3_file *f, const void *from, int n, sqlite3_int64 at) { return SQLITE_IOERR_WRITE; }
static int truncate_file(sqlite3_file *f, sqlite3_int64 size) { return SQLITE_IOERR_TRUNCATE; }
static int sync_file(sqlite3_file *f, int flags) { return SQLITE_IOERR_FSYNC; }
static int size_of_file(sqlite3_file *f, sqlite3_int64 *size) {
  if (fails(trial_sizes)) return SQLITE_IOERR_FSTAT;
  return CALL(f, xFileSize, size);
}
static int lock_file(sqlite3_file *f, int how) {
  if (fails(trial_locks)) return SQLITE_IOERR_LOCK;
  return CALL(f, xLock, how);
}
static int unlock_file(sqlite3_file *f, int how) { return CALL(f, xUnlock, how); }
static int check_lock(sqlite3_file *f, int *result) {
  if (fails(trial_locks)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return CALL(f, xCheckReservedLock, result);
}
static int control(sqlite3_file *f, int what, void *with) { return CALL(f, xFileControl, what, with); }
static int sector_size(sqlite3_file *f) { return CALL(f, xSectorSize); }
static int traits(sqlite3_file *f) { return CALL(f, xDeviceCharacteristics); }
static int map_shared(sqlite3_file *f, int page, int size, int extend, void volatile **to) {
  if (fails(trial_shared_memory)) return SQLITE_IOERR_SHMMAP;
  return CALL(f, xShmMap, page, size, extend, to);
}
static int lock_shared(sqlite3_file *f, int at, int n, int flags) {
  if (!(flags & SQLITE_SHM_UNLOCK) && fails(trial_shared_memory)) return SQLITE_IOERR_SHMLOCK;
  return CALL(f, xShmLock, at, n, flags);
}
static void barrier(sqlite3_file *f) { CALL(f, xShmBarrier); }
static int unmap_shared(sqlite3_file *f, int removes) { return CALL(f, xShmUnmap, removes); }

static const sqlite3_io_methods methods[2] = {
    {1, close_file, read_file, write_file, truncate_file, sync_file, size_of_file, lock_file, unlock_file, check_lock,
     control, sector_size, traits, 0, 0, 0, 0, 0, 0},
    {2, close_file, read_file, write_file, truncate_file, sync_file, size_of_file, lock_file, unlock_file, check_lock,
     control, sector_size, traits, map_shared, lock_shared, barrier, unmap_shared, 0, 0},
};

static sqlite3_vfs *under(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *found) {
  f->pMethods = 0;
  if (fails(trial_opens)) return SQLITE_CANTOPEN;
  REAL(f) = (sqlite3_file *)((char *)f + sizeof(faulty_file));
  int code = under(vfs)->xOpen(under(vfs), name, REAL(f), flags, found);
  if (REAL(f)->pMethods) f->pMethods = &methods[REAL(f)->pMethods->xShmMap != 0];
  return code;
}
static int access_file(sqlite3_vfs *vfs, const char *name, int how, int *result) {
  if (fails(trial_accesses)) return SQLITE_IOERR_ACCESS;
  return under(vfs)->xAccess(under(vfs), name, how, result);
}
static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) { return SQLITE_IOERR_DELETE; }
static int full_path(sqlite3_vfs *vfs, const char *name, int n, char *to) {
  return under(vfs)->xFullPathname(under(vfs), name, n, to);
}

void trial_register_faulty_files(void) {
  static const char *const names[2][2] = {{"faulty", "unix"}, {"faulty-none", "unix-none"}};
  static sqlite3_vfs made[2];
  for (int i = 0; i < 2; i++) {
    sqlite3_vfs *real = sqlite3_vfs_find(names[i][1]);
    if (!real || sqlite3_vfs_find(names[i][0])) continue;
    made[i] = *real;
    made[i].pNext = 0;
    made[i].zName = names[i][0];
    made[i].pAppData = real;
    made[i].szOsFile = (int)sizeof(faulty_file) + real->szOsFile;
    made[i].xOpen = open_file;
    made[i].xAccess = access_file;
    made[i].xDelete = delete_file;
    made[i].xFullPathname = full_path;
    sqlite3_vfs_register(&made[i], 0);
  }
}
