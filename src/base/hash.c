#include "base/hash.h"

#include <string.h>

#define HASH_PRIME 0x100000001b3u

uint32_t heco_hash_crc32(uint32_t crc, const void *data, size_t size) {
    const unsigned char  *byte      = data;
    static const uint32_t table[16] = {/* of the polynomial 0xedb88320, for half bytes */
                                       0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    crc                             = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc = table[(crc ^ byte[i]) & 15] ^ (crc >> 4);
        crc = table[(crc ^ (byte[i] >> 4)) & 15] ^ (crc >> 4);
    }
    return ~crc;
}

uint64_t heco_hash_fnv1a(uint64_t hash, const void *data, size_t size) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * HASH_PRIME;
    return hash;
}

uint64_t heco_hash_doubles(const double *v, size_t count) {
    uint64_t hash = HECO_HASH_BEGIN, bits;
    for (size_t i = 0; i < count; i++) {
        memcpy(&bits, v + i, sizeof bits);
        hash = (hash ^ bits) * HASH_PRIME;
        hash ^= hash >> 29;
    }
    return hash;
}
