#include "testing.h"

#include "report/page/page.h"

typedef void (*writer)(heco_json *j, const char *key, const char *text);

static void expect_from(writer write, const char *in, int paths, const char *out) {
    char     *text = NULL;
    size_t    size = 0;
    heco_json j    = {.file = open_memstream(&text, &size), .compact = 1, .paths = paths};
    write(&j, NULL, in);
    fclose(j.file);
    assert_string_equal(text, out);
    free(text);
}

static void expect(const char *in, int paths, const char *out) {
    expect_from(heco_page_label, in, paths, out);
}

static void commands_keep_the_current_folder(void **state) {
    (void)state;
    expect_from(heco_page_command, "heco solve ./beam.lua -o /tmp/x.txt", 0,
                "\"heco solve ./beam.lua -o ./x.txt\"");
    expect_from(heco_page_command, "heco solve exec:../bin/prog /x", 0,
                "\"heco solve exec:./prog x\"");
    expect_from(heco_page_command, "heco solve cec2017:C05/30", 0,
                "\"heco solve cec2017:C05/30\"");
}

static void folders_are_left_out(void **state) {
    (void)state;
    expect("heco solve '/home/me/beam 1/beam.lua' --data=/srv/data/x --set a=1", 0,
           "\"heco solve 'beam beam.lua' --data=x --set a=1\"");
    expect("cec2017:C05/30", 0, "\"cec2017:C05/30\"");
    expect("../mine.so and ~/b and sub/c.so", 0, "\"mine.so and b and c.so\"");
    expect("speed [m/s]", 0, "\"speed [m/s]\"");
    expect("/home/me/beam.lua", 1, "\"/home/me/beam.lua\"");
    expect(NULL, 0, "null");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders_are_left_out),
                                       cmocka_unit_test(commands_keep_the_current_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
