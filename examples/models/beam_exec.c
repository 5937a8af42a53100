/* The beam as a program: make beam && heco solve exec:./beam
 *
 * It describes the problem, then answers one line per point until its input ends. Without the
 * fflush the answers would stay in a buffer and heco would wait for them. %a (a number in base
 * 16) is exact and cheap; %.17g is exact too, and easier to read. */
#include <stdio.h>
#include <stdlib.h>

#include "beam_model.h"

int main(void) {
    char   line[4096];
    double x[BEAM_N], f, g[BEAM_NG];
    printf("heco 1 %d %d 0\n", BEAM_N, BEAM_NG);
    for (int j = 0; j < BEAM_N; j++)
        printf("%g %g name=%c%d\n", beam_lower[j], beam_upper[j], j < 5 ? 'b' : 'h', j % 5 + 1);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char     *at = line;
        long long id = strtoll(at, &at, 10);
        for (int j = 0; j < BEAM_N; j++) x[j] = strtod(at, &at);
        beam_values(x, &f, g);
        printf("%lld ok %a", id, f);
        for (int k = 0; k < BEAM_NG; k++) printf(" %a", g[k]);
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}
