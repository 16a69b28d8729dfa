// SPDX-License-Identifier: BSD-3-Clause
// A call of files, without its header.
// expect: 6: 'upc_stride_file_look' is not declared; it is in <upc_stride_file.h>: #include <upc_stride_file.h>
#include <upc.h>

int main(void) { return upc_stride_file_look("u.npy", 0), 0; }
