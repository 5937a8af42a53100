/* SHA-256 (FIPS 180-4), so that the tools of an operating system can compare a file with a report:
 * sha256sum prints the same. */
#ifndef HECO_BASE_SHA256_H
#define HECO_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { HECO_SHA256_TEXT = 65 /* 64 hexadecimal digits and the end of the text */ };

typedef struct {
    uint32_t      h[8];
    unsigned char block[64];
    uint64_t      bytes; /* so far */
} heco_sha256;

void heco_sha256_start(heco_sha256 *s);
void heco_sha256_add(heco_sha256 *s, const void *data, size_t size);
/* Ends the data and writes the digest as text. */
void heco_sha256_end(heco_sha256 *s, char text[HECO_SHA256_TEXT]);

#endif
