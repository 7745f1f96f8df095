#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "CAtollCurl.h"

typedef struct {
  uint32_t address;
  int length;
} prefix;

/* The IPv4 addresses that are not public (RFC 6890): this host, private and link-local networks, the shared networks
 * of providers, addresses for protocols and benchmarks, multicast and reserved addresses. */
static const prefix not_public[] = {
    {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16}, {0xAC100000, 12},
    {0xC0000000, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 4},  {0xF0000000, 4},
};

static bool is_public_v4(uint32_t address) {
  for (size_t i = 0; i < sizeof not_public / sizeof *not_public; i++) {
    if ((address ^ not_public[i].address) >> (32 - not_public[i].length) == 0) return false;
  }
  return true;
}

/* Public IPv6 addresses begin with the bits 001. Among them, Teredo (2001:0::/32) and 6to4 (2002::/16) lead to IPv4
 * addresses of any kind. */
static bool is_public_v6(const uint8_t *address) {
  static const uint8_t teredo[] = {0x20, 0x01, 0, 0}, six_to_four[] = {0x20, 0x02};
  return address[0] >> 5 == 1 && memcmp(address, teredo, sizeof teredo) != 0 &&
         memcmp(address, six_to_four, sizeof six_to_four) != 0;
}

bool ccurl_is_public(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in found;
    memcpy(&found, address, sizeof found);
    return is_public_v4(ntohl(found.sin_addr.s_addr));
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 found;
    memcpy(&found, address, sizeof found);
    return is_public_v6(found.sin6_addr.s6_addr);
  }
  return false;
}
