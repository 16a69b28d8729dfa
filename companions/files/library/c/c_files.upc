/* SPDX-License-Identifier: BSD-3-Clause
 * Files, their attributes, and checkpoints, for C programs. */
#include "c/c_calls.h"
#include "upc_stride_file.h"

/* The owners of the section's elements get the error that one has found. A wait gets it from all of them. */
static int refused(const char *name, const upc_stride_section_t *section) {
  upc_stride_args_t args = {0};
  args.name = name, args.operation = UPC_STRIDE_OP_COPY, args.dst = section, args.agrees = 1;
  return upc_stride_c_refused(&args);
}

int upc_stride_c_write(const char *path, const upc_stride_section_t *src, const char *type, const char *codec) {
  upc_stride_c_enter("upc_stride_write");
  if (upc_stride_c_fails("upc_stride_write")) return refused("upc_stride_write", src);
  upc_stride_c_check_given("upc_stride_write", "src", src);
  upc_stride_write(path, *src, type, codec);
  return upc_stride_c_done();
}

int upc_stride_c_read(const upc_stride_section_t *dst, const char *path, const char *type, const char *slice) {
  upc_stride_c_enter("upc_stride_read");
  if (upc_stride_c_fails("upc_stride_read")) return refused("upc_stride_read", dst);
  upc_stride_c_check_given("upc_stride_read", "dst", dst);
  upc_stride_read(*dst, path, type, slice);
  return upc_stride_c_done();
}

int upc_stride_c_write_nb(upc_stride_handle_t *handle, const char *path, const upc_stride_section_t *src,
                          const char *type, const char *codec) {
  upc_stride_c_enter("upc_stride_write");
  if (upc_stride_c_fails("upc_stride_write")) return refused("upc_stride_write", src);
  upc_stride_c_check_handle("upc_stride_write", handle);
  upc_stride_c_check_given("upc_stride_write", "src", src);
  *handle = upc_stride_write_nb(path, *src, type, codec);
  return upc_stride_c_done();
}

int upc_stride_c_read_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, const char *path,
                         const char *type, const char *slice) {
  upc_stride_c_enter("upc_stride_read");
  if (upc_stride_c_fails("upc_stride_read")) return refused("upc_stride_read", dst);
  upc_stride_c_check_handle("upc_stride_read", handle);
  upc_stride_c_check_given("upc_stride_read", "dst", dst);
  *handle = upc_stride_read_nb(*dst, path, type, slice);
  return upc_stride_c_done();
}

int upc_stride_c_write_region(const char *path, const upc_stride_section_t *src, const char *type, const char *slice) {
  upc_stride_c_enter("upc_stride_write_region");
  if (upc_stride_c_fails("upc_stride_write_region")) return refused("upc_stride_write_region", src);
  upc_stride_c_check_given("upc_stride_write_region", "src", src);
  upc_stride_write_region(path, *src, type, slice);
  return upc_stride_c_done();
}

int upc_stride_c_write_region_nb(upc_stride_handle_t *handle, const char *path, const upc_stride_section_t *src,
                                 const char *type, const char *slice) {
  upc_stride_c_enter("upc_stride_write_region");
  if (upc_stride_c_fails("upc_stride_write_region")) return refused("upc_stride_write_region", src);
  upc_stride_c_check_handle("upc_stride_write_region", handle);
  upc_stride_c_check_given("upc_stride_write_region", "src", src);
  *handle = upc_stride_write_region_nb(path, *src, type, slice);
  return upc_stride_c_done();
}

int upc_stride_c_file_make(const char *path, const upc_stride_file_t *file, const char *codec) {
  if (upc_stride_c_fails("upc_stride_file_make")) return -1;
  upc_stride_file_make(path, file, codec);
  return upc_stride_c_done();
}

int upc_stride_c_group_look(const char *path, int number, upc_stride_member_t *member) {
  int found;
  if (upc_stride_c_fails("upc_stride_group_look")) return -1;
  found = upc_stride_group_look(path, number, member);
  upc_stride_c_done();
  return found;
}

int upc_stride_c_file_look(const char *path, upc_stride_file_t *file) {
  if (upc_stride_c_fails("upc_stride_file_look")) return -1;
  upc_stride_file_look(path, file);
  return upc_stride_c_done();
}

int upc_stride_c_attribute_write(const char *path, const char *name, const void *values, const char *type,
                                 size_t count) {
  if (upc_stride_c_fails("upc_stride_attribute_write")) return -1;
  upc_stride_attribute_write(path, name, values, type, count);
  return upc_stride_c_done();
}

long long upc_stride_c_attribute_read(void *values, const char *path, const char *name, const char *type,
                                      size_t count) {
  long long got;
  if (upc_stride_c_fails("upc_stride_attribute_read")) return -1;
  got = upc_stride_attribute_read(values, path, name, type, count);
  upc_stride_c_done();
  return got;
}

int upc_stride_c_attribute_look(const char *path, int number, upc_stride_attribute_t *attribute) {
  int found;
  if (upc_stride_c_fails("upc_stride_attribute_look")) return -1;
  found = upc_stride_attribute_look(path, number, attribute);
  upc_stride_c_done();
  return found;
}

int upc_stride_c_checkpoint(const char *path, long long generation, int keep, int count,
                            const upc_stride_saved_t *arrays) {
  upc_stride_c_enter("upc_stride_checkpoint");
  if (upc_stride_c_fails("upc_stride_checkpoint")) return upc_stride_c_refused_by_all();
  upc_stride_checkpoint(path, generation, keep, count, arrays);
  return upc_stride_c_done();
}

long long upc_stride_c_restart(const char *path, long long generation, int count, const upc_stride_saved_t *arrays) {
  long long found;
  upc_stride_c_enter("upc_stride_restart");
  if (upc_stride_c_fails("upc_stride_restart")) return upc_stride_c_refused_by_all();
  found = upc_stride_restart(path, generation, count, arrays);
  upc_stride_c_done();
  return found;
}
