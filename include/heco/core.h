/* The interface of libheco alone: searching, evaluating, benchmark problems, statistics. heco.h
 * adds what libheco_tools offers: models from files, experiments, reports. */
#ifndef HECO_CORE_H
#define HECO_CORE_H

#include "heco/algorithm.h"
#include "heco/arena.h"
#include "heco/batch.h"
#include "heco/data.h"
#include "heco/evaluator.h"
#include "heco/journal.h"
#include "heco/layout.h"
#include "heco/member.h"
#include "heco/outcome.h"
#include "heco/problem.h"
#include "heco/rng.h"
#include "heco/run.h"
#include "heco/runs.h"
#include "heco/stats.h"
#include "heco/status.h"
#include "heco/suite.h"
#include "heco/version.h"

#endif
