// SPDX-License-Identifier: BSD-3-Clause
// Which node each thread sits on.
#pragma once
#include "job.h"
#include "machine.h"
#include "network.h"

// Places the threads of the job by the machine's word `placement`. Ends with a line if the map does not fit. `torus` is
// then what UPC_STRIDE_TORUS is to be, if they fill a torus in an order that it describes; else "".
void placeThreads(const Machine &machine, const Network &network, Job &job, std::string &torus);
