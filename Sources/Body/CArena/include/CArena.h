#ifndef ATOLL_CARENA_H
#define ATOLL_CARENA_H

#include <stddef.h>
#include <cmark.h>

/// The allocator to hand to `cmark_parser_new_with_mem`: a bump arena of this thread.
/// Nothing taken from it is ever freed one by one; `atoll_arena_reset` takes all back at once.
cmark_mem *atoll_arena_memory(void);

/// Forgets everything allocated on this thread's arena and keeps its first chunk for the next body.
void atoll_arena_reset(void);

/// Asks the processor for the cache line of an address that is read soon. Any address will do; it is not touched.
static inline void atoll_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
