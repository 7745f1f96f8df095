#include "CAtollSystem.h"

static int count;
static char **values;

/* glibc and Darwin pass the arguments to every constructor; other C libraries may pass anything. */
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep(int argument_count, char **arguments) {
  count = argument_count;
  values = arguments;
}
#endif

int atoll_argument_count(void) { return count; }

const char *atoll_argument(int index) {
  return index >= 0 && index < count ? values[index] : 0;
}
