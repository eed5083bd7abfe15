#ifndef CHINTS_H
#define CHINTS_H

#include <stddef.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

/// Has the processor fetch what stands at an address while it does something else. A hint: it changes no result.
static inline void herald_prefetch(const void *address) { __builtin_prefetch(address); }

/// Asks for large pages under memory that is read here and there, so that finding it takes fewer steps. A hint: it changes
/// no result. Address and size are multiples of a page's.
static inline void herald_prefer_large_pages(void *address, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  madvise(address, size, MADV_HUGEPAGE);
#else
  (void)address;
  (void)size;
#endif
}

/// Has the next so many bytes that the process allocates in small pieces come from large pages. A hint: it changes no
/// result, and takes no memory before it's used. For a process of its own, because its allocator is told.
void herald_prefer_large_heap(size_t size);

#endif
