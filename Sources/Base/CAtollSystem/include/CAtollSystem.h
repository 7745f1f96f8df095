#ifndef ATOLL_CSYSTEM_H
#define ATOLL_CSYSTEM_H

/* Functions of the C library that Swift's modules for it lack. */
#if defined(__linux__)
#include <features.h>
#include <stddef.h>
int syncfs(int descriptor);
void *memmem(const void *bytes, size_t count, const void *searched, size_t searched_count);
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#endif

/* The number of the process's arguments, and the argument at an index. The number is 0 where the C library does
   not pass arguments to constructors. Swift's own list comes from /proc, which may not be mounted. */
int atoll_argument_count(void);
const char *atoll_argument(int index);

/* Exchanges the names of two files or folders in one step; fails if the system or the file system does not
   support that. */
int atoll_exchange(const char *path, const char *other);

/* Has the system begin to write a part of a file to its disk, without waiting; does nothing where the system cannot do that. */
void atoll_begin_writing(int descriptor, long long offset, long long count);

#endif
