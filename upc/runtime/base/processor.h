/* SPDX-License-Identifier: BSD-3-Clause
 * processor.h: what depends on the processor. On aarch64 systems have pages of 4, 16 or 64 KB, and processors have
 * cache lines of 64 to 256 bytes (A64FX): these are the largest, since one program runs on all. */
#ifndef URT_PROCESSOR_H
#define URT_PROCESSOR_H

#if defined __x86_64__
enum { URTK_PAGE = 4096, URTK_LINE = 64 };
#else
enum { URTK_PAGE = 65536, URTK_LINE = 256 };
#endif

#endif
