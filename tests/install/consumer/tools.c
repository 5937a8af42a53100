/* The same with the tools library: a model by its name. */
#include <heco/heco.h>
#include <stdio.h>

int main(void) {
    heco_model *model;
    heco_error  error;
    if (heco_model_open(&model, "cec2006:g06", NULL, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("%s has %zu variables\n", heco_model_problem(model)->name,
           heco_model_problem(model)->space.n);
    int right = heco_model_problem(model)->space.n == 2;
    heco_model_close(model);
    return right ? 0 : 1;
}
