#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

/// Lets the allocator of this process take small objects from huge pages. A hint, which changes no result, but it
/// changes the whole process: only a program may call it, once, before it reads much.
///
/// `size` is the heap's expected size in bytes; at most 256 MiB are prepared.
///
/// Bench row 3: 7 % less CPU time.
void herald_prefer_huge_heap(size_t size);

#endif
