# SPDX-License-Identifier: BSD-3-Clause
LIBRARIES_OF_smp := smp
