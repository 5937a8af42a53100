/* MPI counts the bytes of a message in an int. A message of 2 GB is refused before a byte of it is read, and the
 * channel works on. The bytes of that message have addresses, but no memory, because none is written. */
#include <limits.h>

#include "testing.h"

#include "evaluate/mpi/channel.h"
#include "heco/mpi.h"

static void two_gigabytes_are_refused(void **state) {
    (void)state;
    heco_channel channel;
    heco_error   error = {HECO_OK, ""};
    heco_message message;
    const size_t size = (size_t)INT_MAX + 1;
    assert_int_equal(heco_channel_open_mpi(&channel, NULL, &error), HECO_OK);
    int other = (channel.rank + 1) % channel.size;
    assert_int_equal(channel.most, INT_MAX);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(channel.send(&channel, other, HECO_MESSAGE_WORK, bytes, size), HECO_ERR_UNSUPPORTED);
    assert_int_equal(channel.send(&channel, other, HECO_MESSAGE_WORK, bytes, 5 * size), HECO_ERR_UNSUPPORTED);
    free(bytes);
    assert_int_equal(channel.send(&channel, other, HECO_MESSAGE_WORK, "after", 6), HECO_OK);
    assert_int_equal(channel.wait(&channel, 300.0, &message), 1);
    assert_int_equal(message.size, 6);
    assert_string_equal((const char *)message.bytes, "after");
    heco_channel_close_mpi(&channel);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_gigabytes_are_refused)};
    if (heco_mpi_start(NULL) != HECO_OK) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heco_mpi_end(failed);
    return failed;
}
