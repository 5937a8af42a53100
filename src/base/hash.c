#include "base/hash.h"

#include <string.h>

#define HASH_PRIME 0x100000001b3u

/* Table k holds the CRC of each byte followed by k zero bytes. A CRC is linear, so that each entry
 * is the exclusive or of the entries of its bits, a .. h. */
#define HASH_ENTRY(i, a, b, c, d, e, f, g, h) \
    ((i)&1 ? a : 0u) ^ ((i)&2 ? b : 0u) ^ ((i)&4 ? c : 0u) ^ ((i)&8 ? d : 0u) ^ \
        ((i)&16 ? e : 0u) ^ ((i)&32 ? f : 0u) ^ ((i)&64 ? g : 0u) ^ ((i)&128 ? h : 0u)
#define HASH_4(i, ...) \
    HASH_ENTRY(i, __VA_ARGS__), HASH_ENTRY((i) + 1, __VA_ARGS__), \
        HASH_ENTRY((i) + 2, __VA_ARGS__), HASH_ENTRY((i) + 3, __VA_ARGS__)
#define HASH_16(i, ...) \
    HASH_4(i, __VA_ARGS__), HASH_4((i) + 4, __VA_ARGS__), HASH_4((i) + 8, __VA_ARGS__), \
        HASH_4((i) + 12, __VA_ARGS__)
#define HASH_64(i, ...) \
    HASH_16(i, __VA_ARGS__), HASH_16((i) + 16, __VA_ARGS__), HASH_16((i) + 32, __VA_ARGS__), \
        HASH_16((i) + 48, __VA_ARGS__)
#define HASH_TABLE(...) \
    { \
        HASH_64(0, __VA_ARGS__), HASH_64(64, __VA_ARGS__), HASH_64(128, __VA_ARGS__), \
            HASH_64(192, __VA_ARGS__) \
    }

static const uint32_t hash_crc[8][256] = {
    HASH_TABLE(0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8, 0x76dc4190,
               0xedb88320),
    HASH_TABLE(0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2, 0xf0794f05,
               0x3b83984b),
    HASH_TABLE(0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0, 0x709a8dc0,
               0xe1351b80),
    HASH_TABLE(0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e, 0x9b14583d,
               0xed59b63b),
    HASH_TABLE(0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04, 0x58f35849,
               0xb1e6b092),
    HASH_TABLE(0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536, 0x0f580a6c,
               0x1eb014d8),
    HASH_TABLE(0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c, 0x440b7579,
               0x8816eaf2),
    HASH_TABLE(0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256, 0x299dc2ed,
               0x533b85da),
};

/* Eight bytes at a time: Kounavis and Berry (2005), "A systematic approach to building high
 * performance software-based CRC generators". */
uint32_t heco_hash_crc32(uint32_t crc, const void *data, size_t size) {
    const unsigned char *byte = data;
    crc                       = ~crc;
    for (; size >= 8; size -= 8, byte += 8) {
        uint32_t low = crc ^ ((uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                              (uint32_t)byte[3] << 24);
        crc = hash_crc[7][low & 255] ^ hash_crc[6][low >> 8 & 255] ^ hash_crc[5][low >> 16 & 255] ^
              hash_crc[4][low >> 24] ^ hash_crc[3][byte[4]] ^ hash_crc[2][byte[5]] ^
              hash_crc[1][byte[6]] ^ hash_crc[0][byte[7]];
    }
    for (; size > 0; size--, byte++) crc = hash_crc[0][(crc ^ *byte) & 255] ^ crc >> 8;
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
