#include <math.h>

#include "base/struct_read.h"
#include "heco/experiment.h"

void heco_record_init(heco_record *record, size_t size) {
    heco_record empty = {.size = sizeof empty, .f_ref = NAN, .target = NAN};
    heco_struct_defaults(record, size, &empty, sizeof empty);
}
