#include "base/point_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Any number, slowly. Most numbers of a search need 17 digits, most that people type at most
 * 15. */
static size_t point_text_any(char *out, double value) {
    int length = 0;
    for (int digits = 15; digits <= 17; digits++) {
        length = snprintf(out, HECO_NUMBER_TEXT, "%.*g", digits, value);
        if (!isfinite(value) || strtod(out, NULL) == value) break;
    }
    return (size_t)length;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 point_text_wide;

static const uint64_t point_text_ten[] = {
    1u,
    10u,
    100u,
    1000u,
    10000u,
    100000u,
    1000000u,
    10000000u,
    100000000u,
    1000000000u,
    10000000000u,
    100000000000u,
    1000000000000u,
    10000000000000u,
    100000000000000u,
    1000000000000000u,
    10000000000000000u,
    100000000000000000u,
    1000000000000000000u,
    10000000000000000000u,
};

/* Writes the 17 digits of `all`, the first of them worth 10^lead, without trailing zeros. */
static size_t point_text_layout(char *out, uint64_t all, int lead) {
    char digit[17];
    int  used = 17;
    for (int i = 16; i >= 0; i--, all /= 10) digit[i] = (char)('0' + all % 10);
    while (used > 1 && digit[used - 1] == '0') used--;
    char *c = out;
    if (lead < 0) {
        *c++ = '0', *c++ = '.';
        for (int i = -1; i > lead; i--) *c++ = '0';
    }
    for (int i = 0; i < used || i <= lead; i++) {
        if (i == lead + 1 && lead >= 0) *c++ = '.';
        *c++ = i < used ? digit[i] : '0';
    }
    *c = '\0';
    return (size_t)(c - out);
}

/* A number in [1e-3, 1e15) is m 2^-s with m < 2^53 and 0 < s < 64. Scaled by 10^k to 17 digits
 * before the point it is v 2^-s with v = m 10^k below 2^117: everything here is exact. A
 * decimal D reads back as the number when |D 2^s - v| is less than half of 10^k. */
static size_t point_text_fast(char *out, double value) {
    int      exponent, lead = 14;
    uint64_t m = (uint64_t)ldexp(frexp(value, &exponent), 53);
    int      s = 53 - exponent;
    while (lead > 0 && value < (double)point_text_ten[lead]) lead--;
    if (value < 1.0) lead = value >= 0.1 ? -1 : value >= 0.01 ? -2 : -3;
    uint64_t        scale = point_text_ten[16 - lead];
    point_text_wide v     = (point_text_wide)m * scale;
    /* Just below a power of two numbers lie twice as dense. */
    uint64_t near = m == (uint64_t)1 << 52 ? scale / 4 : scale / 2, best = 0;
    for (uint64_t step = 100; step > 0; step /= 10) { /* 15, 16, 17 digits */
        point_text_wide half = (point_text_wide)step << (s - 1);
        best                 = (uint64_t)((v + half) >> s) / step * step;
        point_text_wide got = (point_text_wide)best << s, off = got > v ? got - v : v - got;
        if (off < near) break;
    }
    if (best >= point_text_ten[17]) return point_text_any(out, value);
    return point_text_layout(out, best, lead);
}

size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value) {
    double size = fabs(value);
    if (!(size >= 1e-3 && size < 1e15)) return point_text_any(out, value);
    size_t sign = value < 0.0;
    if (sign) out[0] = '-';
    return sign + point_text_fast(out + sign, size);
}

/* At most 19 digits and at most 19 of them behind the point: w 10^-k with w < 2^64. 0: not so. */
static int point_text_decimal(const char *c, const char *end, uint64_t *w, int *k) {
    int digits = 0, point = -1, sign = 1, exponent = 0;
    for (*w = 0; c < end && (*c == '.' || (*c >= '0' && *c <= '9')); c++) {
        if (*c == '.') {
            if (point >= 0) return 0;
            point = 0;
            continue;
        }
        *w = *w * 10 + (uint64_t)(*c - '0');
        digits++;
        if (point >= 0) point++;
    }
    if (digits == 0 || digits > 19) return 0;
    if (c < end && (*c == 'e' || *c == 'E')) {
        c++;
        if (c < end && (*c == '+' || *c == '-')) sign = *c++ == '-' ? -1 : 1;
        if (c == end || end - c > 3) return 0;
        for (; c < end && *c >= '0' && *c <= '9'; c++) exponent = exponent * 10 + (*c - '0');
    }
    *k = (point > 0 ? point : 0) - sign * exponent;
    return c == end && *k >= 0 && *k <= 19;
}

/* w 10^-k, rounded once: the quotient of w, moved to the top of 128 bits, has at least 64 of
 * them, and whether anything was left over decides ties. */
static double point_text_scale(uint64_t w, int k) {
    int left = 64;
    if (w == 0) return 0.0;
    for (; (w >> 63) == 0; w <<= 1) left++;
    point_text_wide n = (point_text_wide)w << 64, q = n / point_text_ten[k];
    int             rest = n != q * point_text_ten[k], right = 0;
    for (; (q >> 64) != 0; q >>= 1, right++) rest |= (int)(q & 1);
    uint64_t m = (uint64_t)q >> 11, low = (uint64_t)q & 0x7ff;
    if (low > 0x400 || (low == 0x400 && (rest || (m & 1)))) m++;
    return ldexp((double)m, 11 + right - left);
}

int heco_number_read(const char *text, size_t length, double *value) {
    uint64_t w;
    int      k, minus = length > 0 && text[0] == '-';
    if (point_text_decimal(text + minus, text + length, &w, &k)) {
        *value = minus ? -point_text_scale(w, k) : point_text_scale(w, k);
        return 1;
    }
    char *end;
    if (length == 0) return 0;
    *value = strtod(text, &end);
    return end == text + length;
}
#else
int heco_number_read(const char *text, size_t length, double *value) {
    char *end;
    if (length == 0) return 0;
    *value = strtod(text, &end);
    return end == text + length;
}

size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value) {
    return point_text_any(out, value);
}
#endif

void heco_point_text(char *out, size_t size, const double *x, size_t n, const char *const *names) {
    static const char rest[] = ", ...)";
    size_t            used   = (size_t)snprintf(out, size, "(");
    for (size_t j = 0; j < n; j++) {
        char number[HECO_NUMBER_TEXT], item[120];
        heco_number_text(number, x[j]);
        int named = names != NULL && names[j] != NULL;
        int width = snprintf(item, sizeof item, "%s%.60s%s%s", j > 0 ? ", " : "",
                             named ? names[j] : "", named ? " = " : "", number);
        if (used + (size_t)width + sizeof rest > size) {
            snprintf(out + used, size - used, "%s", rest);
            return;
        }
        memcpy(out + used, item, (size_t)width + 1);
        used += (size_t)width;
    }
    snprintf(out + used, size - used, ")");
}
