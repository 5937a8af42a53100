/* heco: constrained black-box optimisation. Includes the whole public interface. */
#ifndef HECO_HECO_H
#define HECO_HECO_H

#include "heco/algorithm.h"
#include "heco/batch.h"
#include "heco/evaluator.h"
#include "heco/experiment.h"
#include "heco/model.h"
#include "heco/problem.h"
#include "heco/run.h"
#include "heco/status.h"
#include "heco/suite.h"

HECO_BEGIN_DECLS

#define HECO_VERSION_MAJOR 0
#define HECO_VERSION_MINOR 1
#define HECO_VERSION_PATCH 0

/* "0.1.0" */
HECO_API const char *heco_version(void);
/* What this build contains beyond the core, such as "lua nl sqlite"; may be "". */
HECO_API const char *heco_version_features(void);

HECO_END_DECLS

#endif
