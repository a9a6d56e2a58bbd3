// The entry of a static program, which runs before the program is relocated: it replaces the viewer with
// endless-connect if an argument is an address, and maps the pages that are written next, many in each call.
//
// A program at a random address is relocated before its other code runs. Relocation writes nearly all pages of the
// constants and variables, and a page fault for each of these pages costs more than a call that maps many of them
// (madvise(2), MADV_POPULATE_WRITE, Linux 5.14; with an older kernel nothing changes). No function of the C library can
// be called here, and no variable that contains an address has its value yet.
#if defined(__linux__) && defined(__x86_64__)
#include <asm/unistd.h>
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

// A loop must not become a call of a function of the C library.
#define BEFORE_RELOCATION __attribute__((no_builtin, no_stack_protector))

extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

enum { POPULATE_WRITE = 23, PAGE = 4096, VARIABLES = 160 << 10, LONGEST_PATH = 4096, LONGEST_NAME = 64 };

BEFORE_RELOCATION static inline long call(long number, const void *first, void *second, void *third) {
  __asm__ volatile("syscall" : "+a"(number) : "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
  return number;
}

// Whether a word begins with a prefix, which is in lower case.
BEFORE_RELOCATION static bool begins(const char *word, const char *prefix) {
  for (; *prefix; word++, prefix++) {
    char letter = *word >= 'A' && *word <= 'Z' ? *word | 0x20 : *word;
    if (letter != *prefix) return false;
  }
  return true;
}

// Whether endless-connect opens a word, which must not exist as a path. The Swift code knows more forms of addresses
// (`OtherViewer`).
BEFORE_RELOCATION static bool is_address(const char *word) {
  struct stat status;
  bool has_scheme = begins(word, "http://") || begins(word, "https://") || begins(word, "postgres://") ||
                    begins(word, "postgresql://");
  return has_scheme && call(__NR_stat, word, &status, 0) != 0;
}

// Whether a word is an option with which the Swift code chooses the program: --secure may require endless-timeline,
// and --doctor examines the installation.
BEFORE_RELOCATION static bool is_exception(const char *word) { return begins(word, "--secure") || begins(word, "--doctor"); }

BEFORE_RELOCATION static bool wants_connect(char **words) {
  bool has_address = false;
  for (char **word = words; *word; word++) {
    if (is_exception(*word)) return false;
    has_address = has_address || is_address(*word);
  }
  return has_address;
}

BEFORE_RELOCATION static void append(char *path, long length, const char *name) {
  long index = 0;
  for (; name[index]; index++) path[length + index] = name[index];
  path[length + index] = 0;
}

// Returns the length of a path without its last name, up to and including the slash; 0 if it has no slash.
BEFORE_RELOCATION static long folder_length(const char *path, long length) {
  while (length > 0 && path[length - 1] != '/') length--;
  return length;
}

// Replaces this program, if it is the viewer and an argument is an address, with endless-connect, which is next to
// this program or in ../libexec/endless. If this is not possible, the function returns, and the Swift code decides.
BEFORE_RELOCATION static inline void hand_over(char **words, char **environment) {
  char path[LONGEST_PATH + LONGEST_NAME];
  if (!words[0] || !wants_connect(words + 1)) return;
  long length = call(__NR_readlink, "/proc/self/exe", path, (void *)(long)LONGEST_PATH);
  if (length <= 0 || length >= LONGEST_PATH) return;
  path[length] = 0;
  long folder = folder_length(path, length);
  if (folder == 0 || length - folder != 7 || !begins(path + folder, "endless")) return;
  append(path, folder, "endless-connect");
  call(__NR_execve, path, words, environment);
  append(path, folder_length(path, folder - 1), "libexec/endless/endless-connect");
  call(__NR_execve, path, words, environment);
}

// Maps writable pages of the program without changing their content.
BEFORE_RELOCATION static inline void populate(uintptr_t start, uintptr_t end) {
  start &= ~(uintptr_t)(PAGE - 1);
  call(__NR_madvise, (void *)start, (void *)(end - start), (void *)(long)POPULATE_WRITE);
}

// Populates the pages of the constants that contain addresses (RELRO) and of the variables after these constants, and
// the pages of the variables that are initialized to zero; the runtime and the screen use half of those.
BEFORE_RELOCATION static inline void populate_program(void) {
  uintptr_t base = (uintptr_t)&__ehdr_start;
  const Elf64_Phdr *header = (const Elf64_Phdr *)(base + __ehdr_start.e_phoff);
  for (int index = 0; index < __ehdr_start.e_phnum; index++, header++) {
    uintptr_t start = base + header->p_vaddr;
    if (header->p_type == PT_GNU_RELRO) populate(start, start + header->p_memsz + VARIABLES);
    if (header->p_type == PT_LOAD && header->p_memsz > header->p_filesz + PAGE)
      populate(start + header->p_filesz, start + header->p_memsz);
  }
}

// At the start, the stack has the number of arguments, the arguments, and the environment, each list ended by a null.
__attribute__((used, visibility("hidden"))) BEFORE_RELOCATION void endless_begin(long *stack) {
  char **words = (char **)(stack + 1);
  hand_over(words, words + stack[0] + 1);
  populate_program();
}

// The kernel passes a function in %rdx, and the arguments on the stack; the C library expects both unchanged.
__attribute__((naked, used)) void endless_entry(void) {
  __asm__("movq %rsp, %rdi\n pushq %rdx\n pushq %rdx\n call endless_begin\n popq %rdx\n popq %rdx\n jmp _start");
}
#endif
