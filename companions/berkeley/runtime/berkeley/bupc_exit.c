/* SPDX-License-Identifier: BSD-3-Clause
 * The end of a thread, for programs in UPC and for those whose main is in C. */
#include <stdlib.h>

void bupc_exit(int status) { exit(status); }
