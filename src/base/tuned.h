/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tuned values: numbers that depend on the machine, each with the default that was measured on the machine of
 * choice/default.rules. A line of a rule file, "value slot_near 1024", sets one. upc-stride-tune measures each of them
 * by some collectives, and writes such lines.
 *
 *   VALUE(number, name, default, least, most, where, operations, bytes, meaning with its unit)
 *
 * operations, bytes: of the calls that measure it. Slots are multiples of 64 bytes; where
 * cache lines have 128 or 256 bytes, multiples of these keep slots apart.
 * where: the jobs for which it counts, by the name of a conduit or one of
 *   near          all threads are near, and each has a core
 *   shared_cores  all threads are near, and there are more threads than cores
 *   far, many     some threads are far; up to 32 threads, or more
 *   torus, any */
#ifndef UPC_STRIDE_TUNED_H
#define UPC_STRIDE_TUNED_H

#include <stddef.h>

/* Up to so many threads, each has rings for all others from the start, and slots of slot_far bytes. */
enum { UPC_STRIDE_FEW_THREADS = 32, UPC_STRIDE_SLOT_HEAD = 16 };

/* The most that `ahead` and `rounds` may be: fewer than UPC_STRIDE_EXPECTED, and UPC_STRIDE_MOST_AT_ONCE
 * (plan/builder.h). */
enum { UPC_STRIDE_MOST_AHEAD = 7, UPC_STRIDE_MOST_ROUNDS = 24 };

#define UPC_STRIDE_TUNED_VALUES(VALUE)                                                                                 \
  VALUE(UPC_STRIDE_SLOT_NEAR, "slot_near", 512, 128, 65536, "near", "exchange,permute", "256 512 1024 2048 4096",      \
        "bytes of a slot: longer data is copied once, after a signal")                                                 \
  VALUE(UPC_STRIDE_SLOT_SHARED_CORES, "slot_shared_cores", 2048, 128, 65536, "shared_cores", "exchange,permute",       \
        "512 1024 2048 4096 8192", "the same where a signal means waiting for a core")                                 \
  VALUE(UPC_STRIDE_SLOT_FAR, "slot_far", 4160, 128, 65536, "far", "exchange,permute", "1024 2048 4096 8192 16384",     \
        "the same to far threads: longer data is a stream, or a transfer with a signal; also of graphs")               \
  VALUE(UPC_STRIDE_SLOT_MANY, "slot_many", 1088, 128, 65536, "many", "exchange,permute", "512 1024 2048 4096",         \
        "the same in jobs of 33 to 4,096 threads, which have a ring for each other one")                               \
  VALUE(UPC_STRIDE_TORUS_LEAST, "torus_segment_least", 4096, 64, 1 << 20, "torus", "broadcast", "65536 262144",        \
        "bytes of a segment of torus trees, at least: a message's own time is a tenth of that of the bytes")           \
  VALUE(UPC_STRIDE_TORUS_MOST, "torus_segment_most", 65536, 64, 1 << 24, "torus", "broadcast", "1048576 4194304",      \
        "the same, at most: a message's own time is less than a hundredth")                                            \
  VALUE(UPC_STRIDE_PART_OPENMPI, "stream_part_openmpi", 61440, 1024, 1 << 30, "mpi-openmpi", "permute",                \
        "131072 524288 2097152", "bytes that Open MPI sends over TCP without asking the receiver")                     \
  VALUE(UPC_STRIDE_PARTS_OPENMPI, "stream_parts_openmpi", 128, 1, 128, "mpi-openmpi", "permute", "524288 2097152",     \
        "so many parts the longest stream has that is cut into such parts; fewer among more than 16 threads")          \
  VALUE(UPC_STRIDE_PART_MPICH, "stream_part_mpich", 65472, 1024, 1 << 30, "mpi-mpich", "permute",                      \
        "131072 524288 2097152", "the same of MPICH, which sends pieces of 64 KB with their headers")                  \
  VALUE(UPC_STRIDE_PARTS_MPICH, "stream_parts_mpich", 128, 1, 128, "mpi-mpich", "permute", "524288 2097152",           \
        "so many parts as above")                                                                                      \
  VALUE(UPC_STRIDE_SEGMENT, "segment", 65536, 1024, 1 << 30, "any", "broadcast,exchange", "262144 1048576",            \
        "bytes of a segment, unless a rule or the name of the schedule says it")                                       \
  VALUE(UPC_STRIDE_UNDER_WAY, "under_way", 131072, 4096, 1 << 30, "any", "reduce,prefix_reduce", "262144 1048576",     \
        "bytes that a member has on their way, unless a rule says it")                                                 \
  VALUE(UPC_STRIDE_AHEAD, "ahead", 4, 1, UPC_STRIDE_MOST_AHEAD, "any", "exchange", "262144 1048576",                   \
        "segments that a member sends to one member before it receives from another, unless a rule says it")           \
  VALUE(UPC_STRIDE_ROUNDS, "rounds", 24, 1, UPC_STRIDE_MOST_ROUNDS, "torus", "exchange", "1024 16384",                 \
        "rounds of an exchange by torus that are under way at a time, unless a rule says it")

#define UPC_STRIDE_TUNED_NUMBER(number, name, normal, least, most, where, operations, bytes, meaning) number,
enum { UPC_STRIDE_TUNED_VALUES(UPC_STRIDE_TUNED_NUMBER) UPC_STRIDE_TUNED };
#undef UPC_STRIDE_TUNED_NUMBER

/* Each text is shorter than its array (unit_schedules.c). */
typedef struct upc_stride_tuned_row {
  char name[24];
  size_t normal, least, most;
  char where[16], operations[24], bytes[40], meaning[120];
} upc_stride_tuned_row_t;

const upc_stride_tuned_row_t *upc_stride_tuned_row(int number);

/* The value. Rule files must have been read (choice/rule.h); before that it is the default. */
size_t upc_stride_tuned(int number);

/* Sets the value of this name unless it has been set; null, or what it must be. */
const char *upc_stride_tuned_set(const char *name, unsigned long long value);

/* All values that are set, 0 for those that are not. */
void upc_stride_tuned_get_all(size_t *values);
void upc_stride_tuned_set_all(const size_t *values);

#endif
