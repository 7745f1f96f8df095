/* What Swift's own modules of the C library leave out. */
#if defined(__linux__)
#include <features.h>
int syncfs(int descriptor);
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#endif
