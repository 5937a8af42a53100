/* heco: constrained black-box optimisation. This header includes the whole public interface except
 * for mpi.h and plugin.h.
 *
 * Library libheco (pkg-config heco): common.h, problem.h, algorithm.h, evaluator.h, run.h, journal.h.
 * Library libheco_tools (pkg-config heco_tools): suite.h, model.h, experiment.h, report.h.
 * Library libheco_mpi (pkg-config heco_mpi): mpi.h.
 * No library: plugin.h, for a model that is a shared object.
 *
 * A program that calls functions of libheco alone includes this header and links libheco alone. */
#ifndef HECO_HECO_H
#define HECO_HECO_H

#include "heco/algorithm.h"
#include "heco/common.h"
#include "heco/evaluator.h"
#include "heco/experiment.h"
#include "heco/journal.h"
#include "heco/model.h"
#include "heco/problem.h"
#include "heco/report.h"
#include "heco/run.h"
#include "heco/suite.h"

#endif
