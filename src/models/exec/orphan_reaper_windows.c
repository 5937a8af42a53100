/* The job objects of programs end their processes when the host ends (base/program_windows.c), so
 * that there is nothing to do here. */
#include "models/exec/orphan_reaper.h"

void heco_orphan_reaper_start(heco_orphan_reaper *r) { *r = (heco_orphan_reaper){0}; }

void heco_orphan_reaper_add(const heco_orphan_reaper *r, pid_t leader) { (void)r, (void)leader; }

void heco_orphan_reaper_remove(const heco_orphan_reaper *r, pid_t leader) { (void)r, (void)leader; }

void heco_orphan_reaper_stop(heco_orphan_reaper *r) { (void)r; }
