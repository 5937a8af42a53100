/* Checksums and fingerprints. None is meant against somebody who wants them to agree. */
#ifndef HECO_BASE_HASH_H
#define HECO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 (IEEE 802.3) of data, continued from `crc` (0 at first). */
uint32_t heco_hash_crc32(uint32_t crc, const void *data, size_t size);

#define HECO_HASH_BEGIN 0xcbf29ce484222325u /* the first `hash` of FNV-1a with 64 bits */
/* FNV-1a (Fowler, Noll, Vo; RFC 9923), continued from `hash`. */
uint64_t heco_hash_fnv1a(uint64_t hash, const void *data, size_t size);
/* The same step on whole numbers instead of bytes, with a shift that lets high bits reach low
 * ones: the fingerprint of a table of data. */
uint64_t heco_hash_doubles(const double *v, size_t count);

#endif
