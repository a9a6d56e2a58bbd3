// Holds back standard error while a screen is open, and prints the message of a crash.
#define _GNU_SOURCE 1
#include "Crash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct endless_crash_errors endless_crash_errors = {-1, -1};

// If the held text has more than MOST_HELD bytes, it is reduced to its last ENDLESS_CRASH_WORDS bytes.
enum { MOST_HELD = 65536, LONGEST_MESSAGE = 512 };

void endless_crash_make_errors(void) {
  int held = memfd_create("endless-errors", MFD_CLOEXEC);
  // The descriptors get numbers above those of the standard streams, because one of these streams may be closed.
  int high = held < 0 ? -1 : fcntl(held, F_DUPFD_CLOEXEC, 3);
  int real = high < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (held >= 0) close(held);
  if (real >= 0 && dup2(high, STDERR_FILENO) == STDERR_FILENO) {
    endless_crash_errors = (struct endless_crash_errors){real, high};
    return;
  }
  if (real >= 0) close(real);
  if (high >= 0) close(high);
}

// Reads the last messages with lseek and read, because pread is not allowed in a handler (signal-safety(7)).
static size_t last_words(int held, unsigned char *words, size_t room) {
  off_t end = lseek(held, 0, SEEK_CUR);
  if (end <= 0 || lseek(held, end > (off_t)room ? end - (off_t)room : 0, SEEK_SET) < 0) return 0;
  ssize_t count = read(held, words, room);
  return count > 0 ? (size_t)count : 0;
}

void endless_crash_trim_errors(void) {
  int held = endless_crash_errors.held;
  if (held < 0 || lseek(held, 0, SEEK_CUR) <= MOST_HELD) return;
  unsigned char words[ENDLESS_CRASH_WORDS];
  size_t count = last_words(held, words, sizeof words);
  if (ftruncate(held, 0) == 0 && lseek(held, 0, SEEK_SET) == 0) {
    endless_crash_write(held, words, count);
  }
}

// MARK: From a handler

static const char *name_of(int signal) {
  switch (signal) {
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGABRT: return "SIGABRT";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGSEGV: return "SIGSEGV";
    case SIGXCPU: return "SIGXCPU";
    case SIGXFSZ: return "SIGXFSZ";
    case SIGALRM: return "SIGALRM";
    case SIGVTALRM: return "SIGVTALRM";
    case SIGPROF: return "SIGPROF";
    case SIGUSR1: return "SIGUSR1";
    case SIGUSR2: return "SIGUSR2";
    case SIGIO: return "SIGIO";
    case SIGPWR: return "SIGPWR";
    case SIGSTKFLT: return "SIGSTKFLT";
    case SIGSYS: return "SIGSYS";
    default: return "a realtime signal";
  }
}

// Keeps printable ASCII and line feeds, turns a tab into a blank and any other character into a question mark,
// and removes blanks and line feeds at the end. This is stricter than the filter of the library, whose tables are
// not available here. Returns the new length.
static size_t clean(unsigned char *text, size_t count) {
  size_t kept = 0;
  for (size_t at = 0; at < count; at++) {
    unsigned char byte = text[at];
    if (byte == '\t') byte = ' ';
    bool is_plain = byte == '\n' || (byte >= 0x20 && byte < 0x7F);
    bool is_continuation = byte >= 0x80 && byte < 0xC0;
    if (is_plain || !is_continuation) text[kept++] = is_plain ? byte : '?';
  }
  while (kept > 0 && (text[kept - 1] == '\n' || text[kept - 1] == ' ')) kept--;
  return kept;
}

static size_t line_start(const unsigned char *text, size_t at) {
  while (at > 0 && text[at - 1] != '\n') at--;
  return at;
}

// The start of the last message: the line with the last "Fatal error", or else the last line.
static size_t message_start(const unsigned char *text, size_t count) {
  static const char mark[] = "Fatal error";
  size_t length = sizeof mark - 1;
  for (size_t at = count; at >= length; at--) {
    if (memcmp(text + at - length, mark, length) == 0) return line_start(text, at - length);
  }
  return line_start(text, count);
}

// The end of the message, at most LONGEST_MESSAGE bytes after its start, and before addresses that the runtime
// may append; a core dump shows more.
static size_t message_end(const unsigned char *text, size_t start, size_t count) {
  static const char mark[] = "\nCurrent stack trace:";
  const unsigned char *trace = memmem(text + start, count - start, mark, sizeof mark - 1);
  size_t end = trace ? (size_t)(trace - text) : count;
  return end - start < LONGEST_MESSAGE ? end : start + LONGEST_MESSAGE;
}

static char name[64];

void endless_crash_take_name(void) {
  size_t count = strnlen(program_invocation_short_name, sizeof name - 1);
  memcpy(name, program_invocation_short_name, count);
  name[clean((unsigned char *)name, count)] = 0;
}

// A line that is printed by one call, because another thread may crash at the same time and print its own.
struct line {
  unsigned char bytes[LONGEST_MESSAGE + 256];
  size_t count;
};

static void add_bytes(struct line *line, const unsigned char *bytes, size_t count) {
  size_t room = sizeof line->bytes - line->count;
  if (count > room) count = room;
  memcpy(line->bytes + line->count, bytes, count);
  line->count += count;
}

static void add(struct line *line, const char *text) {
  add_bytes(line, (const unsigned char *)text, strlen(text));
}

// Prints one line, with the line feeds of the message replaced by blanks.
static void say_end(int to, int signal, unsigned char *message, size_t count) {
  for (size_t at = 0; at < count; at++) if (message[at] == '\n') message[at] = ' ';
  struct line line = {.count = 0};
  add(&line, name);
  add(&line, ": ended by ");
  add(&line, name_of(signal));
  if (count > 0) add(&line, ": ");
  add_bytes(&line, message, count);
  add(&line, "\n");
  endless_crash_write(to, line.bytes, line.count);
}

const char endless_no_threads[] =
    "cannot start a thread: see the limits on processes and memory (ulimit -u, ulimit -d)";

void endless_crash_say(const char *text) {
  int to = endless_crash_words_descriptor();
  if (to < 0) return;
  struct line line = {.count = 0};
  add(&line, name);
  add(&line, ": ");
  add(&line, text);
  add(&line, "\n");
  endless_crash_write(to, line.bytes, line.count);
}

void endless_crash_tell(int signal) {
  static unsigned char words[ENDLESS_CRASH_WORDS];
  int to = endless_crash_words_descriptor();
  if (to < 0) return;
  int held = endless_crash_errors.held;
  size_t count = held < 0 ? 0 : clean(words, last_words(held, words, sizeof words));
  size_t start = signal == 0 ? count : message_start(words, count);
  endless_crash_write(to, words, start);
  if (signal == 0 && count > 0) endless_crash_write(to, (const unsigned char *)"\n", 1);
  if (signal != 0) say_end(to, signal, words + start, message_end(words, start, count) - start);
  if (held >= 0) dup2(endless_crash_errors.real, STDERR_FILENO);
}
