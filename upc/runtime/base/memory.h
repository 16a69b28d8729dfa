/* SPDX-License-Identifier: BSD-3-Clause
 * memory.h: how much memory the host has for this process, and memory that processes share on large pages. */
#ifndef URT_MEMORY_H
#define URT_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include "base/processor.h"

/* That of the machine, or what a container leaves of it; what of that nobody uses. Bytes. */
uint64_t urtk_all_memory(void);
uint64_t urtk_free_memory(void);

/* The bytes of a large page. The processor finds the address of one faster than those of 512 small ones. */
enum { URTK_LARGE_PAGE = 2 << 20 };

/* Segments of so many bytes begin at multiples of this, and are rounded up to one: a large page, or, where the rounding
 * would count, eight small ones. Then what has a byte for each 8 bytes of a segment begins at a page, too. */
static inline size_t urtk_segment_unit(size_t bytes) {
  return bytes >= 8 * (size_t)URTK_LARGE_PAGE ? URTK_LARGE_PAGE : 8 * URTK_PAGE;
}

/* 1: so it is with large pages, and segments may have them: the core relies on it. urtc_attach sets it. */
extern int urtk_large_pages;

/* mmap of memory to read and write, from offset 0 of its file on, at an address that is a multiple of `unit`, itself a
 * power of two. Null, if there is none. Large pages begin at such multiples both in the file and in memory. */
void *urtk_map_aligned(size_t bytes, size_t unit, int flags, int fd);

/* Maps whole pages of memory that processes share a second time, to that address, where something is mapped. 0: it
 * cannot be. Private memory cannot. */
int urtk_map_again(void *pages, size_t bytes, void *to);

/* Makes large pages of memory that processes share, where Linux would give it small ones by default. From Linux 6.1 on
 * a program can have them whatever the setting is (/sys/kernel/mm/transparent_hugepage/shmem_enabled). They take
 * memory at once, also what is never touched. One takes 0.2 to 4 times the time of 512 first touches: the most on a
 * virtual machine whose host must find the memory. They come from the processor's own node: so the caller is the thread
 * that will use them. Nothing is done if `sharers` such calls would take more than a sixteenth of the free memory: a
 * program may touch little of what it has, and should not wait for the rest. */
void urtk_make_large_pages(char *first, size_t pages, int sharers);

#endif
