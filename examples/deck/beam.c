/* Reads input.txt and writes result.txt: a beam of three segments with a load at its end. */
#include <stdio.h>

int main(int argc, char **argv) {
    double       b[3], h[3], bend = 0.0;
    const double P = 50000.0, E = 2e7, l = 500.0 / 3.0;
    FILE        *in = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (in == NULL) return fprintf(stderr, "usage: beam input.txt\n"), 2;
    if (fscanf(in, " widths %lf %lf %lf heights %lf %lf %lf", &b[0], &b[1], &b[2], &h[0], &h[1],
               &h[2]) != 6)
        return fprintf(stderr, "%s lacks widths and heights\n", argv[1]), 1;
    fclose(in);
    FILE *out = fopen("result.txt", "w");
    if (out == NULL) return 1;
    fprintf(out, "volume = %.17g\n", l * (b[0] * h[0] + b[1] * h[1] + b[2] * h[2]));
    for (int i = 0; i < 3; i++) { /* segment 1 is at the wall */
        double arm = (3 - i) * l, near = arm - l, inertia = b[i] * h[i] * h[i] * h[i] / 12.0;
        fprintf(out, "stress%d = %.17g\n", i + 1, P * arm * h[i] / 2.0 / inertia);
        bend = bend + P * (arm * arm * arm - near * near * near) / (3.0 * E * inertia);
    }
    fprintf(out, "deflection at the end: %.17g cm\n", bend);
    return fclose(out) != 0;
}
