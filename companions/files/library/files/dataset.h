/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A dataset: an array in files, as plain C without UPC. All formats are one thing here: chunks of one shape, with the
 * distance between neighbours in a chunk. A .npy file is one chunk, which begins behind the head.
 *
 *   u.npy           one file, one chunk of the whole shape
 *   u.bin           the same without a head; any name but those of the other formats
 *   u.h5            HDF5: a dataset "u"; m.h5/g/u is one of a file with several. Also u.hdf5 and u.nc
 *   u.zarr          a folder: zarr.json, and a file c.I.J for each chunk. Also an array in a group: m.zarr/u; and any
 *                   folder that has a zarr.json, to read
 *
 * A file of Zarr can be a shard, which has several chunks. A part of a dataset that is there may be written (`update`).
 * Elements that share a file with other threads' and cannot be written beside them wait for the turn of their thread.
 *
 * A function that fails returns -1; then D->wrong has the line that says why. */
#ifndef UPC_STRIDE_DATASET_H
#define UPC_STRIDE_DATASET_H

#include "files/own_name.h"
#include "files/tree_remove.h"
#include "upc_stride_layout.h"

#include <stdint.h>
#include <stdio.h>

enum { UPC_STRIDE_WRONG = 400 };
enum { UPC_STRIDE_LARGEST_ELEMENT = 1024 }; /* bytes that a fill value may have */
enum { UPC_STRIDE_FIELDS = 460 };           /* characters of a structure's fields */

/* The type of an element, of "<f8", "datetime64"'s "<M8[ns]", or a structure: "[('a', '<f8'), ('b', '<i4', (3,))]". */
typedef struct upc_stride_element_type {
  char kind;                              /* NumPy's letter: b i u f c, or another one                   */
  size_t size;                            /* bytes                                                       */
  int big;                                /* 1: big-endian                                               */
  char unit[16];                          /* "[ns]", or ""                                               */
  char fields[UPC_STRIDE_FIELDS];         /* of a structure, whose kind is V; or ""                      */
} upc_stride_element_type_t;

enum { UPC_STRIDE_FILE_RAW, UPC_STRIDE_FILE_NPY, UPC_STRIDE_FILE_ZARR, UPC_STRIDE_FILE_HDF5 };
enum { UPC_STRIDE_NOT_COMPRESSED, UPC_STRIDE_ZSTD, UPC_STRIDE_BLOSC, UPC_STRIDE_GZIP };

/* An encoded chunk: for HDF5, or of a shard. */
typedef struct upc_stride_filtered_chunk {
  struct upc_stride_filtered_chunk *next;
  size_t number, bytes;                   /* row-major, in the dataset or in the shard                   */
  char data[];
} upc_stride_filtered_chunk_t;

typedef struct upc_stride_dataset {
  char path[UPC_STRIDE_LONGEST_PATH + 1];
  char at[UPC_STRIDE_LONGEST_PATH + 64];  /* where it is written until it is finished                    */
  int held;                               /* the file or folder, open to read, or -1: what takes its name
                                             meanwhile is another one                                    */
  int before;                             /* what was `held` before _forget, or -1                       */
  int lost;                               /* 1: a chunk was not there: it may have been replaced         */
  int format;                             /* of the above                                                */
  int scalar;                             /* 1: the file says shape (); here it is (1,)                  */
  int ndims;
  size_t shape[UPC_STRIDE_MAX_DIMS], chunk[UPC_STRIDE_MAX_DIMS];
  size_t per_file[UPC_STRIDE_MAX_DIMS];   /* chunks of a shard; 1 if there are none                      */
  int sharded;                            /* 1: a file has several chunks, and an index of them          */
  int index_first, index_sum;             /* 1: it is at the beginning; it has a checksum                */
  unsigned long long *index;              /* of the latest file: place and bytes of each chunk, or null  */
  size_t latest_file;                     /* its number, row-major                                       */
  int update;                             /* 1: a part of what is there is written                       */
  int turn;                               /* 1: it is the caller's turn                                  */
  int waits;                              /* 1: the caller has elements for its turn                     */
  int dirty;                              /* 1: the buffer has the latest chunk, to be written           */
  size_t stride[UPC_STRIDE_MAX_DIMS];     /* elements from neighbour to neighbour in a chunk             */
  upc_stride_element_type_t type;         /* of the file                                                 */
  upc_stride_element_type_t wanted;       /* of the program: what was named, or kind 0                   */
  int swap;                               /* 1: the bytes of numbers are the other way round in memory   */
  size_t start;                           /* bytes before the first element                              */
  int compressor, level;                  /* of the above                                                */
  int checksum;                           /* 1: a checksum follows each chunk: CRC-32C, HDF5: Fletcher's */
  char separator, prefix[2];              /* of a chunk's name: "c", '.'                                 */
  int complete;                           /* 1: a chunk that is not there is missing; 0: it is all fill  */
  int sync;                               /* 1: written chunks are brought to the disk                   */
  char fill[UPC_STRIDE_LARGEST_ELEMENT];
  int fd;                                 /* of the latest chunk, or -1                                  */
  size_t latest;                          /* the number of this chunk, row-major                         */
  char *buffer;                           /* or null                                                     */
  size_t capacity;                        /* bytes of the buffer                                         */
  int decoded;                            /* 1: the buffer has the latest chunk                          */
  int absent;                             /* 1: the latest chunk is not there                            */
  char name[200];                         /* HDF5: of the dataset in the file                            */
  char made[UPC_STRIDE_OWN_NAME + 210];   /* HDF5: its name until it is finished                         */
  int inside;                             /* HDF5: 1: the path names the dataset too                     */
  char own[UPC_STRIDE_OWN_NAME];          /* of the caller, for files that take the place of older ones  */
  int chunked;                            /* HDF5: 1: it has chunks; 0: it is contiguous                 */
  int filtered;                           /* HDF5: 1: chunks go through filters                          */
  int shuffle;                            /* HDF5: 1: first bytes of all elements, then the second ones  */
  upc_stride_filtered_chunk_t *kept;      /* HDF5: the caller's, until its turn; of the latest shard     */
  long long hdf5_file, hdf5;              /* HDF5: file and dataset, open to read, or 0                  */
  char wrong[UPC_STRIDE_WRONG];
} upc_stride_dataset_t;

/* Some elements of a dataset, at equal distances in each dimension, and where they are in memory. */
typedef struct upc_stride_file_box {
  int ndims;
  size_t count[UPC_STRIDE_MAX_DIMS];      /* each at least 1                                             */
  long long at[UPC_STRIDE_MAX_DIMS];      /* index of the first one in the dataset                       */
  long long by[UPC_STRIDE_MAX_DIMS];      /* from one to the next in the dataset; may be negative        */
  char *memory;                           /* the first one                                               */
  long long pitch[UPC_STRIDE_MAX_DIMS];   /* bytes from one to the next in memory                        */
} upc_stride_file_box_t;

/* ---- dataset_path.c ---- */

/* The format, and HDF5's name of the dataset, by D->path; "m.h5/u" becomes "m.h5". */
void upc_stride_dataset_path(upc_stride_dataset_t *D);
/* Follows symbolic links. */
void upc_stride_dataset_follow(upc_stride_dataset_t *D);
/* HDF5: D->name becomes that of the file that a link names, "t" of u.h5 -> t.h5. 0: there is no such link. */
int upc_stride_dataset_name_behind_link(upc_stride_dataset_t *D);

/* ---- dataset_open.c, dataset_create.c ---- */

/* Looks at a path and a type: *D is then a dataset without shape. "f8" is of this machine's byte order; "()f8" is one
 * element without dimensions. A null type is allowed where a file is to say it. */
int upc_stride_dataset_name(upc_stride_dataset_t *D, const char *path, const char *type);

/* A folder with a zarr.json is an array of Zarr, whatever its name. Before _open. */
void upc_stride_dataset_recognise(upc_stride_dataset_t *D);

/* What _open opens is written, a part of it. Chunks of Zarr that are written anew take the places of older ones; of a
 * killed job the caller removes what was left, if it `clears`. */
void upc_stride_dataset_update(upc_stride_dataset_t *D, int clears);

/* Opens a dataset to read, or if D->update to write a part of it. A type that was named must be the file's, but for the
 * order of bytes. A raw file has the shape that *D has. */
int upc_stride_dataset_open(upc_stride_dataset_t *D);

/* What is open stays this dataset, also if another job gives its name to another one. But chunks of Zarr can be gone.
 * 1: reading has failed, or chunks were not there, and the name is another one's now. _forget: to open once more. */
int upc_stride_dataset_replaced(const upc_stride_dataset_t *D);
void upc_stride_dataset_forget(upc_stride_dataset_t *D);

/* All bytes can be counted, so that no product overflows later. */
int upc_stride_dataset_sizes(upc_stride_dataset_t *D);

/* A number of what is open: threads that have the same one, and have it open at once, read the same. 0: none. */
unsigned long long upc_stride_dataset_identity(int held);

/* To write: _name, shape and chunks (those of Zarr), _codec and _begin on all threads; _create on one; _write and
 * _close on all; _finish or _remove on one. Until it is finished, the dataset has a name of this job's own, `own`, the
 * same on all threads (own_name.h). `codec` is
 * "zstd:3", "blosc", "gzip", "crc32c", or "zstd,crc32c", each also after "shard:16x16", the shape of chunks in shards;
 * of HDF5 "shuffle,gzip:9,fletcher32"; null and "": none. The chunks that are set are the shards then.
 * _create refuses to replace what is no dataset. If _in_turns, all call _turn before _close, one after the other. */
int upc_stride_dataset_codec(upc_stride_dataset_t *D, const char *codec);
void upc_stride_dataset_begin(upc_stride_dataset_t *D, const char *own);
int upc_stride_dataset_create(upc_stride_dataset_t *D);
static inline int upc_stride_dataset_in_turns(const upc_stride_dataset_t *D) {
  return D->filtered || (D->update && D->format >= UPC_STRIDE_FILE_ZARR);
}
int upc_stride_dataset_turn(upc_stride_dataset_t *D);
int upc_stride_dataset_finish(upc_stride_dataset_t *D);
/* One thread alone: a dataset of the shape, chunks and type that *D has, whose elements are zero. */
int upc_stride_dataset_make(upc_stride_dataset_t *D, const char *codec);
void upc_stride_dataset_remove(upc_stride_dataset_t *D);

static inline size_t upc_stride_dataset_elements(const upc_stride_dataset_t *D) {
  size_t n = 1;
  int k;
  for (k = 0; k < D->ndims; k++) n *= D->shape[k];
  return n;
}

static inline size_t upc_stride_chunk_bytes(const upc_stride_dataset_t *D) {
  size_t bytes = D->type.size;
  int k;
  for (k = 0; k < D->ndims; k++) bytes *= D->chunk[k];
  return bytes;
}

/* Strides row by row; one chunk of the whole shape, but for Zarr. */
void upc_stride_dataset_row_major(upc_stride_dataset_t *D);

/* Sets D->wrong, unless it is set; returns -1. */
int upc_stride_dataset_wrong(upc_stride_dataset_t *D, const char *format, ...);

/* ---- dataset_box.c: elements from memory to chunks, and back ---- */

int upc_stride_dataset_read(upc_stride_dataset_t *D, const upc_stride_file_box_t *box);
int upc_stride_dataset_write(upc_stride_dataset_t *D, const upc_stride_file_box_t *box);

/* ---- dataset_chunk.c: chunks in files ---- */

/* Opens the chunk at[], unless it is the latest one. D->absent says whether it is not there. An encoded chunk is
 * decoded to the buffer. */
int upc_stride_chunk_to_read(upc_stride_dataset_t *D, const size_t *at);
/* To write: the file, `whole` or in part, and then a chunk of it. All of a chunk that is encoded is written. */
int upc_stride_file_to_write(upc_stride_dataset_t *D, const size_t *file, int whole);
int upc_stride_chunk_to_write(upc_stride_dataset_t *D, const size_t *at, int whole);
/* The buffer for the latest chunk, with room to encode it, and what it holds already. */
char *upc_stride_chunk_buffer(upc_stride_dataset_t *D);
/* Writes the chunk in the buffer, if it is `dirty`; and the latest file. */
int upc_stride_chunk_settle(upc_stride_dataset_t *D);
int upc_stride_chunk_close(upc_stride_dataset_t *D);

/* Closes and frees what the caller has open. -1: bytes could not be written after all. */
int upc_stride_dataset_close(upc_stride_dataset_t *D);

/* Bytes of the latest chunk. */
int upc_stride_chunk_get(upc_stride_dataset_t *D, char *to, size_t bytes, size_t offset);
int upc_stride_chunk_put(upc_stride_dataset_t *D, const char *from, size_t bytes, size_t offset);

/* The buffer, of at least so many bytes; null: no memory. */
char *upc_stride_dataset_buffer(upc_stride_dataset_t *D, size_t bytes);

static inline int upc_stride_is_encoded(const upc_stride_dataset_t *D) {
  return D->compressor != UPC_STRIDE_NOT_COMPRESSED || D->checksum || D->filtered || D->sharded;
}

/* ---- dataset_group.c ---- */

/* Whether the zarr.json in a folder is that of a group. -1: there is none, or a line in D->wrong. */
int upc_stride_is_group_of_zarr(upc_stride_dataset_t *D, const char *folder);

/* The dataset or group with this number in a group of Zarr or HDF5, in the order of names. 1; 0: there are fewer. */
int upc_stride_group_at(upc_stride_dataset_t *D, int number, char *name, size_t size, int *is_group);

/* ---- npy.c, zarr.c, hdf5.c: what a file says of itself ---- */

int upc_stride_npy_open(upc_stride_dataset_t *D);
/* The head of a .npy file: `text` gets at most `size` bytes. Returns its length. */
size_t upc_stride_npy_head(const upc_stride_dataset_t *D, char *text, size_t size);

int upc_stride_zarr_open(upc_stride_dataset_t *D);
/* zarr_type.c: the type of elements. _type_read: 0: it is not known. _type_write: null: Zarr has no such type. */
int upc_stride_zarr_type_read(upc_stride_element_type_t *type, const char *json);
const char *upc_stride_zarr_type_write(const upc_stride_element_type_t *type, char *text, size_t size);
/* Reads a fill value, a value of JSON or null, to D->fill. -1: it is none of the array's type. */
int upc_stride_zarr_fill(upc_stride_dataset_t *D, const char *value);
/* zarr.json. `name` is that of the array, for the names of its dimensions. */
void upc_stride_zarr_metadata(const upc_stride_dataset_t *D, const char *name, char *text, size_t size);

/* HDF5: where chunk at[] begins (D->start), or D->absent; _decode: its elements go to the buffer. _create: one thread;
 * _place: where the others write; _write_kept: a thread in its turn; _write_box: a part of what is there, also in its
 * turn. _finish: a new dataset gets its name, or is removed. Helpers of several calls may call these. */
int upc_stride_hdf5_open(upc_stride_dataset_t *D);
int upc_stride_hdf5_chunk(upc_stride_dataset_t *D, const size_t *at);
int upc_stride_hdf5_decode(upc_stride_dataset_t *D, const size_t *at);
int upc_stride_hdf5_write_kept(upc_stride_dataset_t *D);
void upc_stride_hdf5_close(upc_stride_dataset_t *D);
int upc_stride_hdf5_create(upc_stride_dataset_t *D);
int upc_stride_hdf5_place(upc_stride_dataset_t *D);
int upc_stride_hdf5_write_box(upc_stride_dataset_t *D, const upc_stride_file_box_t *box, const char *values);
int upc_stride_hdf5_finish(upc_stride_dataset_t *D, int remove);
/* 1: the library has a type for it. */
int upc_stride_hdf5_has_type(const upc_stride_element_type_t *type);

/* ---- element_type.c ---- */

/* "f8", "<f8", ">M8[ns]", "[('a', '<f8')]". 0 for another text. */
int upc_stride_element_type(upc_stride_element_type_t *type, const char *text, size_t length);
/* "<f8" */
void upc_stride_element_type_text(const upc_stride_element_type_t *type, char *text, size_t size);
/* Calls for each field of a structure until a call returns 0. `count`: elements of a field that is an array. Returns 0
 * if one has, or the text is of no structure. */
typedef int upc_stride_field_visit_t(void *data, const char *name, size_t length, const upc_stride_element_type_t *type,
                                     size_t count, size_t offset);
int upc_stride_element_fields(const char *fields, upc_stride_field_visit_t *visit, void *data);
/* Behind a structure's text, which begins with '['; null: it has no end. */
const char *upc_stride_element_behind_list(const char *at);
/* Zarr's "float64"; null for a type that has none. The reverse: 0 for another text. */
const char *upc_stride_element_type_name(const upc_stride_element_type_t *type);
int upc_stride_element_type_named(upc_stride_element_type_t *type, const char *text, size_t length);
/* Bytes that are turned round together: half a complex number, a character of a text; 1: none are. */
size_t upc_stride_element_type_unit(const upc_stride_element_type_t *type);

/* ---- codec.c ---- */

uint32_t upc_stride_crc32c(const char *bytes, size_t count);
uint32_t upc_stride_fletcher32(const char *bytes, size_t count);
/* HDF5's filter "shuffle": the first bytes of all elements, then their second ones, and so on. */
void upc_stride_shuffle(char *to, const char *from, size_t bytes, size_t size);
/* Both return the bytes at `to`, 0 after an error, which is then in D->wrong. */
size_t upc_stride_compressed_bound(size_t bytes);
size_t upc_stride_compress(upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes);
size_t upc_stride_decompress(upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes);

/* ---- folder.c: files and folders ---- */

/* The whole text of an open file, with a 0 behind it, to free; null, and a line in D->wrong. Closes `fd`, which may be
 * -1, of an `open` that failed. The path is for the line. */
char *upc_stride_text_read(upc_stride_dataset_t *D, int fd, const char *path, size_t most);
int upc_stride_text_write(upc_stride_dataset_t *D, const char *path, const char *text, int sync);
/* The same under a name of its own first: the file is complete, or not there. _new leaves one that is there. */
int upc_stride_text_replace(upc_stride_dataset_t *D, const char *path, const char *text);
int upc_stride_text_new(upc_stride_dataset_t *D, const char *path, const char *text, int sync);
int upc_stride_folder_make(upc_stride_dataset_t *D, const char *path);
int upc_stride_folder_sync(upc_stride_dataset_t *D, const char *path);
/* The folder that a path is in, to the disk: after a rename. */
int upc_stride_folder_above_sync(upc_stride_dataset_t *D, const char *path);
/* `from`, a name of this job's own, gets the name `to`, also of a folder that is there and is removed. */
int upc_stride_tree_rename(upc_stride_dataset_t *D, const char *from, const char *to);

/* The generations of a checkpoint, folders of `path` whose names are numbers: the newest, 0 if there is none. _finish:
 * `from` becomes a generation, unless another job has made it meanwhile. _trim: those older than the newest `keep` are
 * removed; `own` is a name of this job. */
long long upc_stride_generation_newest(const char *path);
int upc_stride_generation_finish(upc_stride_dataset_t *D, const char *from, const char *path, long long generation);
void upc_stride_generations_trim(const char *path, int keep, const char *own);

#endif
