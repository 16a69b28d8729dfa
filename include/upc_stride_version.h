/* SPDX-License-Identifier: BSD-3-Clause
 * The version. The Makefile, upcc --version, pkg-config and the Python package read it here. */
#ifndef UPC_STRIDE_VERSION_H
#define UPC_STRIDE_VERSION_H
#define UPC_STRIDE_VERSION "0.1.0"
#endif
