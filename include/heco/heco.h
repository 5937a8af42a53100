/* heco: constrained black-box optimisation. This header includes the whole public interface except
 * for mpi.h, plugin.h and suite_plugin.h.
 *
 *     library        pkg-config    headers
 *     libheco        heco          common.h problem.h algorithm.h evaluator.h run.h answer.h
 *                                  journal.h
 *     libheco_tools  heco_tools    suite.h model.h experiment.h report.h
 *     libheco_mpi    heco_mpi      mpi.h
 *     none                         plugin.h, suite_plugin.h for models and suites as shared objects
 *
 * A program that calls functions of libheco alone includes this header and links libheco alone. */
#ifndef HECO_HECO_H
#define HECO_HECO_H

#include "heco/algorithm.h"
#include "heco/answer.h"
#include "heco/common.h"
#include "heco/evaluator.h"
#include "heco/experiment.h"
#include "heco/journal.h"
#include "heco/lanes.h"
#include "heco/model.h"
#include "heco/problem.h"
#include "heco/report.h"
#include "heco/run.h"
#include "heco/suite.h"

#endif
