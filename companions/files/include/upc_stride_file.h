/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_file.h: sections of arrays to files and back, and checkpoints. For UPC; and for C and C++, with sections
 * by address and calls that return 0, or -1 for an error (upc_stride.h). companions/files/files.md has examples.
 *
 * Each thread reads and writes the elements of its own blocks. Nothing goes through another thread. The name of a file
 * says what it is:
 *   u.npy            NumPy's format: one file
 *   u.zarr           a folder in the format Zarr 3: each block is a chunk, a file of its own
 *   m.zarr/u         the array u of the group m.zarr, which is made if it is not there
 *   u.h5             HDF5: the dataset u. Also u.hdf5, u.nc (netCDF 4). A file that has another dataset is not replaced
 *   m.h5/g/u         the dataset g/u of a file with several, which is changed in place, or made if it is not there
 *   anything else    the elements alone, row by row
 *
 *   upc_stride_write("u.zarr", u<:, :>, "f8", "zstd");                 all of u, compressed
 *   upc_stride_read(v<0:99, :>, "u.zarr", "f8", "0:2:199, :");         every second of its first 200 rows, to v
 *   upc_stride_write_region("u.zarr", v<0:99, :>, "f8", "100:199, :"); v's first 100 rows to a part of what is there
 *
 * For all calls that do not say "any thread, alone":
 *   who       the owners of the picked elements; thread 0 if no element is picked: then the file has an array without
 *             elements. Other threads may call; then nothing happens. All threads make checkpoints.
 *   agree     all arguments are the same on all callers. All threads see the same files.
 *   units     intervals in elements, as in upc_stride_copy.
 *   sync      UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC.
 *   errors    what is wrong with a file or its disk ends the program with one line, like a wrong argument. A file that
 *             could not be written completely does not exist afterwards; an older one of its name is still there.
 *   jobs      several may write one name at once, and read it. The last one to finish has the name; each read is of one
 *             of them, whole.
 */
#ifndef UPC_STRIDE_FILE_H
#define UPC_STRIDE_FILE_H

#ifdef __UPC__
#include "upc_stride_coll.h"
#else
#include "upc_stride.h"
#ifdef __cplusplus
extern "C" {
#endif
#endif

/* What a file says of its array. */
typedef struct upc_stride_file {
  int ndims;
  size_t shape[UPC_STRIDE_MAX_DIMS], chunk[UPC_STRIDE_MAX_DIMS];
  size_t elemsize;                  /* bytes                                                                  */
  char type[460];                   /* of an element, as NumPy writes it: "<f8", "[('a', '<f8'), ('b', '<i4')]" */
} upc_stride_file_t;

/* An array of a checkpoint. */
typedef struct upc_stride_saved {
  const char *name;                 /* of the array in the file, of one array only                            */
  upc_stride_section_t section;
  const char *type;
} upc_stride_saved_t;

/* An attribute of a dataset. */
typedef struct upc_stride_attribute {
  char name[256];                   /* in UTF-8                                                               */
  char type[8];                     /* "S": a text; of numbers "i8", "f4", "b1"; "": something else           */
  size_t count;                     /* numbers, or bytes of the text                                          */
} upc_stride_attribute_t;

/* A dataset or group in a group. */
typedef struct upc_stride_member {
  char name[256];                   /* in UTF-8                                                               */
  int is_group;                     /* 1: a group; 0: a dataset                                               */
} upc_stride_member_t;

#ifdef __UPC__

/* Writes the elements that a section picks, as an array with as many elements in each dimension.
 *   type      as NumPy writes it: a letter and a number of bytes, "f8" (double), "i4" (int), "c16". ">f8": the numbers
 *             in memory are big-endian. "()f8": one element, as an array without dimensions.
 *   codec     of the chunks: null: none. Zarr: "zstd", "blosc", "gzip", with a level as in "zstd:9"; "crc32c" is a
 *             checksum, which is looked at when the chunk is read; "zstd,crc32c". "shard:16x16", alone or before
 *             these: each block is a file with chunks of 16 x 16. HDF5: "gzip", or some of
 *             "shuffle,gzip:9,fletcher32". With a codec a section begins at blocks and has steps of 1.
 *   errors    a type of another size than the elements; a codec that is none, or whose library is not installed; a path
 *             that is something else than such a file.
 *   cost      one access for each block of Zarr, and for each row of a block of the other formats. HDF5 with a codec:
 *             threads encode at once, and write one after the other. */
void upc_stride_write(const char *path, upc_stride_section_t src, const char *type, const char *codec);

/* Reads a file, or a part of it, to the elements that a section picks. Chunks of the file need not be blocks.
 *   slice     intervals of the file's elements, "0:99, :"; null: all. It has as many elements in each dimension as dst.
 *   type      as of upc_stride_write; null: any of the elements' size, as it stands in the file. The order of bytes may
 *             be another one in the file.
 *   errors    another type or shape; a file that is too short; a chunk that is missing, or has a wrong checksum. Then
 *             the elements of dst are undefined.
 *   cost      each thread reads what it owns, and decodes all chunks that have a part of it. */
void upc_stride_read(upc_stride_section_t dst, const char *path, const char *type, const char *slice);

/* Writes the elements that a section picks to a part of a dataset that is there.
 *   slice, type  as of upc_stride_read, whose opposite it is.
 *   errors    also a dataset that may not be written. A call that fails may have written some of the elements.
 *   jobs      what others read meanwhile may be half written; two that write one chunk at once lose elements.
 *   cost      of encoded chunks, and of those that are not there yet: threads write at once what they own whole, and
 *             one after the other what they own in part. */
void upc_stride_write_region(const char *path, upc_stride_section_t src, const char *type, const char *slice);

/* Split-phase forms. The call returns when all owners have entered it and the file is made or opened. The elements move
 * while the program computes; upc_stride_wait returns when all owners' have, and the file is complete.
 *   who       all owners wait, in the same order as they make their other calls.
 *   aliasing  until the wait the elements of src do not change, and those of dst are not used.
 *   errors    in the call, or in the wait.
 *   cost      a thread of the operating system for each call in flight. It copies and encodes: on a core of its own, if
 *             one is free. A disk needs none. upc_stride_test returns 1 when the caller's elements have moved; the wait
 *             must follow nevertheless. */
upc_stride_handle_t upc_stride_write_nb(const char *path, upc_stride_section_t src, const char *type,
                                        const char *codec);
upc_stride_handle_t upc_stride_read_nb(upc_stride_section_t dst, const char *path, const char *type,
                                       const char *slice);
upc_stride_handle_t upc_stride_write_region_nb(const char *path, upc_stride_section_t src, const char *type,
                                               const char *slice);

/* What a file says of its array.
 *   who       any thread, alone.
 *   errors    no such file, or no such format: raw files say nothing. */
void upc_stride_file_look(const char *path, upc_stride_file_t *file);

/* Makes a dataset of this shape, type and chunks, 0: one for the whole dimension, without elements: they are zero until
 * upc_stride_write_region writes them. `codec` as of upc_stride_write; `elemsize` is not read.
 *   who       any thread, alone. */
void upc_stride_file_make(const char *path, const upc_stride_file_t *file, const char *codec);

/* The dataset or group with this number, from 0 on, in a group of Zarr ("m.zarr") or HDF5 ("m.h5", "m.h5/g"), in the
 * order of their names. Returns 1; 0: there are fewer.
 *   who       any thread, alone. */
int upc_stride_group_look(const char *path, int number, upc_stride_member_t *member);

/* Attributes of a dataset of Zarr or HDF5, or of a group: a text, a number, or a list of numbers, with a name.
 *   write     values are `count` numbers of `type`, 1: a number alone, not a list; of type "S" a text that ends with 0,
 *             and count is not read. An attribute of this name is replaced.
 *   read      returns how many numbers the attribute has, or bytes of the text. The first `count` go to `values`, and a
 *             0 behind a text. Numbers are converted to `type`.
 *   look      the attribute with this number, from 0 on. Returns 1; 0: there are fewer.
 *   who       any thread, alone, while no other one writes this file. upc_stride_write makes a dataset without them.
 *   errors    .npy and other files, which have none; no such attribute, or one of another kind; a number that does not
 *             fit the type; the name "chunks" in Zarr, which is the library's own. */
void upc_stride_attribute_write(const char *path, const char *name, const void *values, const char *type,
                                size_t count);
long long upc_stride_attribute_read(void *values, const char *path, const char *name, const char *type, size_t count);
int upc_stride_attribute_look(const char *path, int number, upc_stride_attribute_t *attribute);

/* Writes arrays as one generation of a checkpoint, the folder path/generation, a group of Zarr. `generation` is at
 * least 1, and larger than those before. The newest `keep` generations stay, 0: all. The chunks have checksums.
 * A program that is killed at any moment leaves the generations that were complete: a new one is written beside them,
 * brought to the disk, and gets its name last. Of two jobs that write one generation the last one fails. */
void upc_stride_checkpoint(const char *path, long long generation, int keep, int count,
                           const upc_stride_saved_t *arrays);

/* Reads a generation, 0: the newest. The arrays have the shapes of those that were written; threads, blocks and grids
 * may be others. Returns the generation; 0 if there is none, and then the arrays are as they were. */
long long upc_stride_restart(const char *path, long long generation, int count, const upc_stride_saved_t *arrays);

#else

int upc_stride_write(const char *path, const upc_stride_section_t *src, const char *type, const char *codec)
  UPC_STRIDE_NAMED("write");
int upc_stride_read(const upc_stride_section_t *dst, const char *path, const char *type, const char *slice)
  UPC_STRIDE_NAMED("read");
int upc_stride_write_nb(upc_stride_handle_t *handle, const char *path, const upc_stride_section_t *src,
                        const char *type, const char *codec) UPC_STRIDE_NAMED("write_nb");
int upc_stride_read_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, const char *path,
                       const char *type, const char *slice) UPC_STRIDE_NAMED("read_nb");
int upc_stride_write_region(const char *path, const upc_stride_section_t *src, const char *type, const char *slice)
  UPC_STRIDE_NAMED("write_region");
int upc_stride_write_region_nb(upc_stride_handle_t *handle, const char *path, const upc_stride_section_t *src,
                               const char *type, const char *slice) UPC_STRIDE_NAMED("write_region_nb");
int upc_stride_file_look(const char *path, upc_stride_file_t *file) UPC_STRIDE_NAMED("file_look");
int upc_stride_file_make(const char *path, const upc_stride_file_t *file, const char *codec)
  UPC_STRIDE_NAMED("file_make");
int upc_stride_group_look(const char *path, int number, upc_stride_member_t *member) UPC_STRIDE_NAMED("group_look");
int upc_stride_attribute_write(const char *path, const char *name, const void *values, const char *type, size_t count)
  UPC_STRIDE_NAMED("attribute_write");
long long upc_stride_attribute_read(void *values, const char *path, const char *name, const char *type, size_t count)
  UPC_STRIDE_NAMED("attribute_read");
int upc_stride_attribute_look(const char *path, int number, upc_stride_attribute_t *attribute)
  UPC_STRIDE_NAMED("attribute_look");
int upc_stride_checkpoint(const char *path, long long generation, int keep, int count,
                          const upc_stride_saved_t *arrays) UPC_STRIDE_NAMED("checkpoint");
long long upc_stride_restart(const char *path, long long generation, int count, const upc_stride_saved_t *arrays)
  UPC_STRIDE_NAMED("restart");

#ifdef __cplusplus
}
#endif
#endif
#endif
