/* SPDX-License-Identifier: BSD-3-Clause
 * The options that a sanitized program has without ASAN_OPTIONS or TSAN_OPTIONS. The Makefile defines OPTIONS. */

const char *__asan_default_options(void);
const char *__asan_default_options(void) { return OPTIONS; }
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return OPTIONS; }
