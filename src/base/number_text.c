#include "base/number_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes any number, slowly. It tries 15 digits first, which are enough for most numbers that users
 * type; most numbers of a search need 17. */
static size_t number_text_any(char *out, double value) {
    char  *end;
    size_t length = 0;
    for (int digits = 15; digits <= 17; digits++) {
        length = heco_number_format(out, HECO_NUMBER_TEXT, "%.*g", digits, value);
        if (!isfinite(value) || heco_number_scan(out, &end) == value) break;
    }
    return length;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 number_text_wide;

static const uint64_t number_text_ten[] = {
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

/* Writes 8 digits. */
static void number_text_eight(char *out, uint32_t all) {
    static const char pair[] = "0001020304050607080910111213141516171819"
                               "2021222324252627282930313233343536373839"
                               "4041424344454647484950515253545556575859"
                               "6061626364656667686970717273747576777879"
                               "8081828384858687888990919293949596979899";
    uint32_t          high = all / 10000, low = all % 10000;
    memcpy(out, pair + 2 * (high / 100), 2);
    memcpy(out + 2, pair + 2 * (high % 100), 2);
    memcpy(out + 4, pair + 2 * (low / 100), 2);
    memcpy(out + 6, pair + 2 * (low % 100), 2);
}

/* Writes the 17 digits of `all`, the first of them worth 10^lead, without trailing zeros. */
static size_t number_text_layout(char *out, uint64_t all, int lead) {
    static const char zeros[] = "0.00";
    char              digit[17];
    int               used = 17;
    digit[0]               = (char)('0' + all / number_text_ten[16]);
    all %= number_text_ten[16];
    number_text_eight(digit + 1, (uint32_t)(all / 100000000u));
    number_text_eight(digit + 9, (uint32_t)(all % 100000000u));
    while (used > 1 && digit[used - 1] == '0') used--;
    size_t length, whole = (size_t)lead + 1; /* digits before the point */
    if (lead < 0) {
        length = (size_t)(1 - lead);
        memcpy(out, zeros, length);
        memcpy(out + length, digit, (size_t)used);
        length += (size_t)used;
    } else {
        memcpy(out, digit, whole); /* at most 15; an integer has zeros among them */
        length = whole;
        if (used > lead + 1) {
            out[length++] = '.';
            memcpy(out + length, digit + whole, (size_t)used - whole);
            length += (size_t)used - whole;
        }
    }
    out[length] = '\0';
    return length;
}

/* Returns the power of ten of the first digit of a number in [2^two, 2^(two + 1)). */
static int number_text_lead(double value, int two) {
    static const double ten[] = {1e-3, 1e-2, 1e-1, 1e0,  1e1,  1e2,  1e3,  1e4,  1e5, 1e6,
                                 1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    int                 lead  = (two + 10) * 1233 / 4096 - 3; /* log10(2): right, or one too few */
    return lead + (value >= ten[lead + 4]);
}

/* Returns whether `best`, scaled by 10^k, reads back as the number v 2^-s: see
 * number_text_fast(). */
static int number_text_near(uint64_t best, number_text_wide v, int s, uint64_t near) {
    number_text_wide got = (number_text_wide)best << s, off = got > v ? got - v : v - got;
    return off < near;
}

/* A number in [1e-3, 1e15) is m 2^-s with m < 2^53 and 0 < s < 64. Scaled by 10^k to 17 digits
 * before the point it is v 2^-s with v = m 10^k below 2^117: everything here is exact. A
 * decimal D reads back as the number when |D 2^s - v| is less than half of 10^k. Of 15, 16 and
 * 17 digits the fewest are taken that do. */
static size_t number_text_fast(char *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t         m     = (bits & 0xfffffffffffffu) | (uint64_t)1 << 52;
    int              s     = 1075 - (int)(bits >> 52);
    int              lead  = number_text_lead(value, 52 - s);
    uint64_t         scale = number_text_ten[16 - lead];
    number_text_wide v     = (number_text_wide)m * scale;
    /* Just below a power of two numbers lie twice as dense. */
    uint64_t near = m == (uint64_t)1 << 52 ? scale / 4 : scale / 2;
    uint64_t best = (uint64_t)((v + ((number_text_wide)100 << (s - 1))) >> s) / 100 * 100;
    if (!number_text_near(best, v, s, near)) {
        best = (uint64_t)((v + ((number_text_wide)10 << (s - 1))) >> s) / 10 * 10;
        if (!number_text_near(best, v, s, near))
            best = (uint64_t)((v + ((number_text_wide)1 << (s - 1))) >> s);
    }
    if (best >= number_text_ten[17]) return number_text_any(out, value);
    return number_text_layout(out, best, lead);
}

size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value) {
    double size = fabs(value);
    if (!(size >= 1e-3 && size < 1e15)) return number_text_any(out, value);
    size_t sign = value < 0.0;
    if (sign) out[0] = '-';
    return sign + number_text_fast(out + sign, size);
}

/* Reads a decimal with at most 19 digits, of which at most 19 are after the point: w 10^-k with w <
 * 2^64. Returns 0 for other texts. */
static int number_text_decimal(const char *c, const char *end, uint64_t *w, int *k) {
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

/* Returns the number of zero bits above the highest one. */
static int number_text_zeros(uint64_t w) {
    int zeros = w == 0;
    for (int step = 32; step > 0; step /= 2)
        if (w >> (64 - step) == 0) w <<= step, zeros += step;
    return zeros;
}

/* Returns w 10^-k, rounded once: the quotient of w, moved to the top of 128 bits, has at least 64
 * of them, and whether a remainder is left decides ties. */
static double number_text_scale(uint64_t w, int k) {
    int left = 64 + number_text_zeros(w);
    if (w == 0) return 0.0;
    number_text_wide n = (number_text_wide)w << left, q = n / number_text_ten[k];
    int              right = 64 - number_text_zeros((uint64_t)(q >> 64));
    int rest = n != q * number_text_ten[k] || (q & (((number_text_wide)1 << right) - 1)) != 0;
    q >>= right;
    uint64_t m = (uint64_t)q >> 11, low = (uint64_t)q & 0x7ff;
    if (low > 0x400 || (low == 0x400 && (rest || (m & 1)))) m++;
    return ldexp((double)m, 11 + right - left);
}

/* Digits of base 16, each one more than its value; 0 for all other characters. It is a table,
 * because a branch on letters would often be mispredicted. */
static const unsigned char number_text_digit[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16};

/* Reads digits; at most 49 bits and one digit more go into w. Returns where they end. */
static const char *number_text_digits(const char *c, const char *end, uint64_t *w) {
    unsigned d;
    for (; c < end && (d = number_text_digit[(unsigned char)*c]) != 0 && *w >> 49 == 0; c++)
        *w = *w * 16 + (d - 1);
    return c;
}

/* Parses a hexadecimal number as %a writes it, such as 0x1.8p-3, with at most 53 bits. Returns 0
 * for other texts. */
static int number_text_hex(const char *c, const char *end, double *value) {
    uint64_t w   = 0;
    int      two = 0, sign = 1, exponent = 0;
    if (end - c < 3 || c[0] != '0' || (c[1] | 0x20) != 'x') return 0;
    const char *begin = c + 2, *point = c = number_text_digits(begin, end, &w);
    if (c < end && *c == '.')
        c = number_text_digits(c + 1, end, &w), two = 4 * (int)(point + 1 - c);
    if (c - begin < (point < c) + 1) return 0; /* no digit */
    if (c < end && (*c | 0x20) == 'p') {
        c++;
        if (c < end && (*c == '+' || *c == '-')) sign = *c++ == '-' ? -1 : 1;
        if (c == end || end - c > 5) return 0;
        for (; c < end && *c >= '0' && *c <= '9'; c++) exponent = exponent * 10 + (*c - '0');
    }
    *value = ldexp((double)w, two + sign * exponent); /* rounded at most once */
    return c == end;
}

int heco_number_read(const char *text, size_t length, double *value) {
    uint64_t w;
    int      k, minus = length > 0 && text[0] == '-';
    if (number_text_decimal(text + minus, text + length, &w, &k)) {
        *value = minus ? -number_text_scale(w, k) : number_text_scale(w, k);
        return 1;
    }
    if (number_text_hex(text + minus, text + length, value)) {
        if (minus) *value = -*value;
        return 1;
    }
    char *end;
    if (length == 0) return 0;
    *value = heco_number_scan(text, &end);
    return end == text + length;
}
#else
int heco_number_read(const char *text, size_t length, double *value) {
    char *end;
    if (length == 0) return 0;
    *value = heco_number_scan(text, &end);
    return end == text + length;
}

size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value) {
    return number_text_any(out, value);
}
#endif

size_t heco_integer_text(char out[HECO_NUMBER_TEXT], uint64_t value) {
    char   digit[20];
    size_t used = 0, length;
    do digit[used++] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    for (length = 0; used > 0; length++) out[length] = digit[--used];
    out[length] = '\0';
    return length;
}

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
