// SPDX-License-Identifier: BSD-3-Clause
// The simulator gives up with one line; the job's monitor then ends the job with this status.
#pragma once
[[noreturn]] __attribute__((format(printf, 2, 3))) void fail(int status, const char *format, ...);
