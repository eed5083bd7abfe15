#ifndef CHINTS_H
#define CHINTS_H

#include <stddef.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

/// Prefetches the cache line at an address while the processor does other work. A hint, which changes no result.
///
/// Bench row 3: 6 % less CPU time.
static inline void herald_prefetch(const void *address) { __builtin_prefetch(address); }

/// Asks the kernel for huge pages for memory that is read at random places. A hint, which changes no result.
/// Address and size must be multiples of a page's size.
///
/// Bench row 3: 4 % less CPU time.
static inline void herald_prefer_huge_pages(void *address, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  madvise(address, size, MADV_HUGEPAGE);
#else
  (void)address;
  (void)size;
#endif
}

#endif
