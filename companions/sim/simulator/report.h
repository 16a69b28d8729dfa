// SPDX-License-Identifier: BSD-3-Clause
// What the simulator says at the end.
#pragma once
#include "job.h"
#include "machine.h"
#include "network.h"
#include "simulation.h"

void report(const Machine &machine, Job &job, Network &network, const Simulation &simulation);
