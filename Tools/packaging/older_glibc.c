// What Debian's archives take of a newer glibc than everything else in the program, so that it also starts where that is
// missing: with glibc 2.34, as Ubuntu 22.04 and Red Hat Enterprise Linux 9 have. `Tools/release` links it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// Not for the libraries that the program loads: they have their own.
#define HIDDEN __attribute__((visibility("hidden")))

// libstdc++ seeds with it; glibc has it since 2.36.
HIDDEN uint32_t arc4random(void) {
  uint32_t number;
  if (getentropy(&number, sizeof number) != 0) abort();
  return number;
}

#ifdef __x86_64__
// Foundation calls them. Those of 2.35 differ in `errno` alone, which it does not look at.
double hypot_of_all(double, double);
float hypotf_of_all(float, float);
__asm__(".symver hypot_of_all, hypot@GLIBC_2.2.5");
__asm__(".symver hypotf_of_all, hypotf@GLIBC_2.2.5");
HIDDEN double hypot(double x, double y) { return hypot_of_all(x, y); }
HIDDEN float hypotf(float x, float y) { return hypotf_of_all(x, y); }
#endif

#ifdef DLFO_STRUCT_HAS_EH_DBASE
struct search {
  ElfW(Addr) place;
  struct dl_find_object *result;
};

static int look_into(struct dl_phdr_info *object, size_t size, void *given) {
  struct search *search = given;
  int is_in = 0;
  void *frames = NULL;
  for (int at = 0; at < object->dlpi_phnum; at++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[at];
    ElfW(Addr) start = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && search->place - start < part->p_memsz) {
      is_in = 1;
      search->result->dlfo_map_start = (void *)start;
      search->result->dlfo_map_end = (void *)(start + part->p_memsz);
    }
    if (part->p_type == PT_GNU_EH_FRAME) frames = (void *)start;
  }
  if (!is_in || !frames) return 0;
  search->result->dlfo_flags = 0;
  search->result->dlfo_link_map = NULL;
  search->result->dlfo_eh_frame = frames;
  return 1;
}

// libgcc looks for the frames of C++ exceptions with it; glibc has it since 2.35. This is how libgcc did without.
HIDDEN int _dl_find_object(void *place, struct dl_find_object *result) {
  struct search search = {(ElfW(Addr))place, result};
  return dl_iterate_phdr(look_into, &search) ? 0 : -1;
}
#endif
