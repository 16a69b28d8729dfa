// SPDX-License-Identifier: BSD-3-Clause
// The same calls from a program in C++.
#include "c_dense.c"
