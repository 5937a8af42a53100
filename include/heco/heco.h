/* heco: constrained black-box optimisation. Includes the whole public interface. */
#ifndef HECO_HECO_H
#define HECO_HECO_H

#include "heco/algorithm_plugin.h"
#include "heco/core.h"
#include "heco/experiment.h"
#include "heco/model.h"
#include "heco/report.h"

#endif
