# SPDX-License-Identifier: BSD-3-Clause
# libupc_stride_scalapack.so: takes calls of ScaLAPACK in programs on MPI, and computes them by numerics.
# needs: numerics
# packages --cluster: libscalapack-openmpi-dev
ifeq ($(FOREIGN)$(SANITIZE),)
LIB_FILES += libupc_stride_scalapack.so
endif
$(B)/lib/libupc_stride_scalapack.so: $(wildcard companions/scalapack/dropin/*.c companions/scalapack/dropin/*.h) $(HEADERS) | $(B)/lib
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) -fPIC -I$(B)/include -shared -Wl,-soname,$(notdir $@) -Wl,-z,defs -Wl,--version-script=companions/scalapack/dropin/exports \
	  -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..' -o $@ $(filter %.c,$^) -ldl
