// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>

void writeGoal(FILE *trace, FILE *goal, int threads, double flops); // flops: operations in a second of computing
