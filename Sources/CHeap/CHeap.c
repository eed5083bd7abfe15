#include "CHeap.h"

#include <stdint.h>
#include <stdlib.h>  // Defines __GLIBC__, too.

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#endif

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
enum { piece = 16 << 20, most = 16, page = 2 << 20 };

void herald_prefer_huge_heap(size_t size) {
  // The heap serves requests of a piece too, and keeps what is freed. So it grows by the pieces that are taken here.
  if (!mallopt(M_MMAP_THRESHOLD, 2 * piece) || !mallopt(M_TRIM_THRESHOLD, INT32_MAX)) return;
  void *taken[most];
  size_t count = 0;
  uintptr_t start = UINTPTR_MAX, end = 0;
  while (count < most && count * piece < size && (taken[count] = malloc(piece))) {
    const uintptr_t address = (uintptr_t)taken[count++];
    if (address < start) start = address;
    if (address + piece > end) end = address + piece;
  }
  start = (start + page - 1) / page * page;
  end = end / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
  while (count > 0) free(taken[--count]);
}
#else
void herald_prefer_huge_heap(size_t size) { (void)size; }
#endif
