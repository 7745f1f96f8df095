#ifndef ATOLL_CARENA_H
#define ATOLL_CARENA_H

#include <stddef.h>
#include <cmark.h>

/// The allocator for `cmark_parser_new_with_mem`: a bump arena of this thread.
/// Its blocks are never freed one by one; `atoll_arena_reset` frees all of them at once.
cmark_mem *atoll_arena_memory(void);

/// Forgets everything allocated on this thread's arena and keeps its first chunk for the next body.
void atoll_arena_reset(void);

/// Asks the processor to load the cache line of an address that will be read soon. Any address is valid; it is not accessed.
static inline void atoll_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
