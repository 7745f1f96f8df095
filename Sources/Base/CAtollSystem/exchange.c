#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <stdio.h>
#endif
#include <errno.h>

#include "CAtollSystem.h"

int atoll_exchange(const char *path, const char *other) {
#if defined(__linux__) && defined(SYS_renameat2)
  /* 2 is RENAME_EXCHANGE. Not every C library has a function renameat2. */
  return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 2u);
#elif defined(__APPLE__)
  return renamex_np(path, other, RENAME_SWAP);
#else
  errno = ENOSYS;
  return -1;
#endif
}
