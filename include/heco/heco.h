/* heco: constrained black-box optimisation. Includes the whole public interface. */
#ifndef HECO_HECO_H
#define HECO_HECO_H

#include "heco/algorithm.h"
#include "heco/algorithm_plugin.h"
#include "heco/arena.h"
#include "heco/batch.h"
#include "heco/data.h"
#include "heco/evaluator.h"
#include "heco/experiment.h"
#include "heco/journal.h"
#include "heco/member.h"
#include "heco/model.h"
#include "heco/outcome.h"
#include "heco/problem.h"
#include "heco/report.h"
#include "heco/rng.h"
#include "heco/run.h"
#include "heco/stats.h"
#include "heco/status.h"
#include "heco/suite.h"
#include "heco/version.h"

#endif
