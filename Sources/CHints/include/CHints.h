#ifndef CHINTS_H
#define CHINTS_H

/// Has the processor fetch what stands at an address while it does something else. A hint: it changes no result.
static inline void herald_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
