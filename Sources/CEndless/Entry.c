// The entry of a static program: it maps the pages that are written next, many in each call.
//
// A program at a random address is relocated before anything else runs. Relocation writes nearly all pages of the
// constants and variables, and a page fault for each of these pages costs more than such a call (madvise(2),
// MADV_POPULATE_WRITE, Linux 5.14; with an older kernel nothing changes). No function of the C library can be called
// here, and no variable has its value yet.
#if defined(__linux__) && defined(__x86_64__)
#include <asm/unistd.h>
#include <elf.h>
#include <stdint.h>

extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

enum { POPULATE_WRITE = 23, PAGE = 4096, VARIABLES = 160 << 10 };

// Maps writable pages of the program without changing their content.
static inline void populate(uintptr_t start, uintptr_t end) {
  long result = __NR_madvise;
  start &= ~(uintptr_t)(PAGE - 1);
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(start), "S"(end - start), "d"(POPULATE_WRITE)
                   : "rcx", "r11", "memory");
}

// Populates the pages of the constants that contain addresses (RELRO) and of the variables after these constants, and
// the pages of the variables that are initialized to zero; the runtime and the screen use half of those.
__attribute__((used, no_stack_protector, visibility("hidden"))) void endless_populate(void) {
  uintptr_t base = (uintptr_t)&__ehdr_start;
  const Elf64_Phdr *header = (const Elf64_Phdr *)(base + __ehdr_start.e_phoff);
  for (int index = 0; index < __ehdr_start.e_phnum; index++, header++) {
    uintptr_t start = base + header->p_vaddr;
    if (header->p_type == PT_GNU_RELRO) populate(start, start + header->p_memsz + VARIABLES);
    if (header->p_type == PT_LOAD && header->p_memsz > header->p_filesz + PAGE)
      populate(start + header->p_filesz, start + header->p_memsz);
  }
}

// The kernel passes a function in %rdx, and the arguments on the stack; the C library expects both unchanged.
__attribute__((naked, used)) void endless_entry(void) {
  __asm__("pushq %rdx\n pushq %rdx\n call endless_populate\n popq %rdx\n popq %rdx\n jmp _start");
}
#endif
