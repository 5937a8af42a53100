/* The loop of a search in lanes: pull, submit, collect, push. */
#ifndef HECO_RUN_LANES_DRIVE_H
#define HECO_RUN_LANES_DRIVE_H

#include "run/drive.h"

/* Runs the loop until the lanes of the drive's plan are over. A failure is returned with its own
 * status. */
heco_status heco_lanes_drive(heco_drive *drive, heco_error *error);

#endif
