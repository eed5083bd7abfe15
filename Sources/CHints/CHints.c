#include "CHints.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(MADV_HUGEPAGE)
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// Pieces that the allocator takes from the heap if it's told so, and at most so many.
enum { piece = 16 << 20, most = 16, page = 2 << 20 };

void herald_prefer_large_heap(size_t size) {
  // What was freed stays with the heap, however much it is.
  if (!mallopt(M_MMAP_THRESHOLD, 2 * piece) || !mallopt(M_TRIM_THRESHOLD, INT32_MAX)) return;
  const uintptr_t before = (uintptr_t)sbrk(0);
  void *taken[most];
  size_t count = 0;
  for (; count < most && count * piece < size; count++) taken[count] = malloc(piece);
  while (count > 0) free(taken[--count]);
  const uintptr_t start = (before + page - 1) / page * page, end = (uintptr_t)sbrk(0) / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
}
#else
void herald_prefer_large_heap(size_t size) { (void)size; }
#endif
