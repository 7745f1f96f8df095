#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#endif

#include "CAtollSystem.h"

void atoll_begin_writing(int descriptor, long long offset, long long count) {
#if defined(__linux__)
  (void)sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
  (void)offset;
  (void)count;
#endif
}
