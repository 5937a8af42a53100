/* Checksums and fingerprints. They detect accidents; they are not cryptographic. */
#ifndef HECO_BASE_HASH_H
#define HECO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Returns the CRC-32 (IEEE 802.3) of data, continued from `crc` (0 at first). */
uint32_t heco_hash_crc32(uint32_t crc, const void *data, size_t size);

#define HECO_HASH_BEGIN 0xcbf29ce484222325u /* initial value of FNV-1a, 64 bits */
/* Returns FNV-1a (Fowler, Noll, Vo; RFC 9923) of data, continued from `hash`. */
uint64_t heco_hash_fnv1a(uint64_t hash, const void *data, size_t size);
/* Does the same step on a 64-bit number instead of a byte, with a shift that lets high bits affect
 * low ones. It computes the fingerprint of a table of data. */
uint64_t heco_hash_doubles(const double *v, size_t count);

#endif
