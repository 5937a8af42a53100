/* Programs and their pipes, with commands that both a POSIX shell and cmd.exe understand. */
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/os.h"
#include "testing.h"

#ifdef _WIN32
#define ENDLESS "ping -n 60 127.0.0.1 >NUL & echo late"
#else
#define ENDLESS "sleep 60; echo late"
#endif

/* Reads the standard output of the program to its end. */
static void read_all(heco_pipe pipe[HECO_PIPES], char *text, size_t size) {
    size_t  used = 0;
    ssize_t got;
    while ((got = heco_pipe_read(pipe[HECO_PIPE_OUT], text + used, size - 1 - used)) != 0) {
        if (got > 0) used += (size_t)got;
        else {
            assert_int_equal(errno, EAGAIN);
            heco_pipe_wait((heco_pipe[]){HECO_PIPE_NONE, pipe[HECO_PIPE_OUT], HECO_PIPE_NONE},
                           1000);
        }
    }
    text[used] = '\0';
}

/* Waits until the program has ended by itself. */
static int own_end(pid_t pid) {
    while (!heco_child_has_ended(pid)) nanosleep(&(struct timespec){0, 1000000}, NULL);
    return heco_child_end(pid);
}

static void close_all(heco_pipe pipe[HECO_PIPES]) {
    for (int i = 0; i < HECO_PIPES; i++) heco_pipe_close(&pipe[i]);
    assert_int_equal(pipe[HECO_PIPE_OUT], HECO_PIPE_NONE);
}

static void output_comes_through_a_pipe(void **state) {
    (void)state;
    heco_pipe pipe[HECO_PIPES];
    char      text[100];
    pid_t     pid = heco_program_connect(&(heco_program){.shell = "echo one&& echo two"}, pipe);
    assert_true(pid > 0);
    read_all(pipe, text, sizeof text);
    assert_int_equal(own_end(pid), 0);
    close_all(pipe);
    assert_true(strncmp(text, "one", 3) == 0);
    assert_non_null(strstr(text, "two"));
}

static void an_exit_code_is_described(void **state) {
    (void)state;
    heco_pipe pipe[HECO_PIPES];
    char      text[100];
    pid_t     pid = heco_program_connect(&(heco_program){.shell = "exit 3"}, pipe);
    assert_true(pid > 0);
    read_all(pipe, text, sizeof text);
    heco_child_describe(own_end(pid), 1, text, sizeof text);
    close_all(pipe);
    assert_string_equal(text, "ended with exit code 3");
}

/* The shell has started another program, which holds the pipe: both are ended. */
static void ending_a_program_ends_those_it_has_started(void **state) {
    (void)state;
    heco_pipe pipe[HECO_PIPES];
    char      text[100];
    double    began = heco_clock();
    pid_t     pid   = heco_program_connect(&(heco_program){.shell = ENDLESS}, pipe);
    assert_true(pid > 0);
    assert_int_equal(
        heco_pipe_wait((heco_pipe[]){HECO_PIPE_NONE, pipe[HECO_PIPE_OUT], HECO_PIPE_NONE}, 50), 0);
    assert_false(heco_child_has_ended(pid));
    heco_child_end(pid);
    read_all(pipe, text, sizeof text);
    close_all(pipe);
    assert_string_equal(text, "");
    assert_true(heco_clock() - began < 40.0); /* the program takes a minute */
}

static void a_full_pipe_does_not_wait_and_a_closed_one_is_reported(void **state) {
    (void)state;
    static char block[1 << 16];
    heco_pipe   pipe[HECO_PIPES];
    pid_t       pid = heco_program_connect(&(heco_program){.shell = ENDLESS}, pipe);
    ssize_t     put = 1;
    assert_true(pid > 0);
    for (int i = 0; i < 1000 && put > 0; i++)
        put = heco_pipe_write(pipe[HECO_PIPE_IN], block, sizeof block);
    assert_int_equal(put, -1);
    assert_int_equal(errno, EAGAIN);
    heco_child_end(pid);
    while (heco_pipe_write(pipe[HECO_PIPE_IN], block, 1) >= 0 || errno == EAGAIN)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(errno, EPIPE);
    close_all(pipe);
}

static void output_goes_to_a_file_in_the_folder(void **state) {
    (void)state;
    char folder[400], path[500], text[100] = "";
    assert_int_equal(heco_os_temporary_folder(folder, sizeof folder), 0);
    snprintf(path, sizeof path, "%s/out.txt", folder);
    int   raw[2] = {heco_os_open(HECO_OS_NULL_DEVICE, O_RDONLY),
                    heco_os_open(path, O_RDWR | O_CREAT | O_EXCL)};
    int   fd[3] = {heco_os_duplicate(raw[0]), heco_os_duplicate(raw[1]), heco_os_duplicate(raw[1])};
    pid_t pid   = heco_program_start(
          &(heco_program){.shell = "echo made>made.txt&& echo done", .folder = folder}, fd);
    assert_true(pid > 0);
    assert_int_equal(own_end(pid), 0);
    assert_int_equal(lseek(raw[1], 0, SEEK_SET), 0);
    assert_true(read(raw[1], text, sizeof text - 1) > 0);
    assert_true(strncmp(text, "done", 4) == 0);
    for (int i = 0; i < 3; i++) close(fd[i]);
    close(raw[0]);
    heco_os_close_and_remove(raw[1], path);
    snprintf(path, sizeof path, "%s/made.txt", folder);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_comes_through_a_pipe),
        cmocka_unit_test(an_exit_code_is_described),
        cmocka_unit_test(ending_a_program_ends_those_it_has_started),
        cmocka_unit_test(a_full_pipe_does_not_wait_and_a_closed_one_is_reported),
        cmocka_unit_test(output_goes_to_a_file_in_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
