/* SPDX-License-Identifier: BSD-3-Clause
 * most_threads.h: so many threads a job has at most. The runtime, upcc and the tools refuse more. */
#ifndef MOST_THREADS_H
#define MOST_THREADS_H

enum { URTK_MOST_THREADS = 1 << 20 };

#endif
