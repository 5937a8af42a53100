/* SHA-256: the examples of FIPS 180-4 (NIST, Cryptographic Standards and Guidelines). */
#include "base/sha256.h"

#include "testing.h"

static void digest(const char *text, size_t times, char out[HECO_SHA256_TEXT]) {
    heco_sha256 s;
    heco_sha256_start(&s);
    for (size_t i = 0; i < times; i++) heco_sha256_add(&s, text, strlen(text));
    heco_sha256_end(&s, out);
}

static void published_examples(void **state) {
    (void)state;
    char out[HECO_SHA256_TEXT];
    digest("", 1, out);
    assert_string_equal(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    digest("abc", 1, out);
    assert_string_equal(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, out);
    assert_string_equal(out, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    digest("aaaaaaaaaa", 100000, out); /* a million letters */
    assert_string_equal(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(published_examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
