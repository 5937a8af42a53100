/* The constants are the first 32 bits of the fractional parts of the square roots (initial values)
 * and of the cube roots (round constants) of the first primes: FIPS 180-4, sections 4.2.2 and
 * 5.3.3. */
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t sha256_rotate(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* Fills the message schedule W of section 6.2.2 from a block. */
static void sha256_schedule(const unsigned char *block, uint32_t W[64]) {
    for (int t = 0; t < 16; t++, block += 4)
        W[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t p = W[t - 15], q = W[t - 2];
        W[t] = W[t - 16] + W[t - 7] + (sha256_rotate(p, 7) ^ sha256_rotate(p, 18) ^ p >> 3) +
               (sha256_rotate(q, 17) ^ sha256_rotate(q, 19) ^ q >> 10);
    }
}

static void sha256_work(heco_sha256 *s) {
    uint32_t W[64], v[8];
    sha256_schedule(s->block, W);
    memcpy(v, s->h, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t one = v[7] + (sha256_rotate(e, 6) ^ sha256_rotate(e, 11) ^ sha256_rotate(e, 25)) +
                       ((e & v[5]) ^ (~e & v[6])) + sha256_k[t] + W[t];
        uint32_t two = (sha256_rotate(a, 2) ^ sha256_rotate(a, 13) ^ sha256_rotate(a, 22)) +
                       ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

void heco_sha256_start(heco_sha256 *s) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    *s                             = (heco_sha256){.bytes = 0};
    memcpy(s->h, first, sizeof first);
}

void heco_sha256_add(heco_sha256 *s, const void *data, size_t size) {
    for (const unsigned char *at = data, *end = at + size; at < end; at++) {
        s->block[s->bytes++ % 64] = *at;
        if (s->bytes % 64 == 0) sha256_work(s);
    }
}

void heco_sha256_end(heco_sha256 *s, char text[HECO_SHA256_TEXT]) {
    static const unsigned char one = 0x80, zero = 0;
    uint64_t                   bits = 8 * s->bytes;
    unsigned char              length[8];
    for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    heco_sha256_add(s, &one, 1);
    while (s->bytes % 64 != 56) heco_sha256_add(s, &zero, 1);
    heco_sha256_add(s, length, sizeof length);
    for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", (unsigned)s->h[i]);
}
