# SPDX-License-Identifier: BSD-3-Clause
# Traces: upcrun -trace, events of the program's own (pupc.h).
# packages --cluster --debian: libotf2-trace-dev
# packages --cluster: otf2-tools
IN_EVERY_PROGRAM += trace

# Traces in OTF2, where its library is installed; upcrun loads this file for them.
ifeq ($(FOREIGN)$(SANITIZE),)
ifneq ($(wildcard /usr/include/otf2/otf2.h /usr/local/include/otf2/otf2.h),)
LIB_FILES += upcrun-otf2.so
endif
endif
$(B)/lib/upcrun-otf2.so: companions/trace/otf2/write.c companions/trace/runtime/job/upcrun/utf8.c $(wildcard companions/trace/runtime/*/*.h companions/trace/runtime/job/upcrun/*.h) | $(B)/lib
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) $(RUNTIMES:%=-I%) -Iupc -shared -Wl,-z,defs -o $@ $(filter %.c,$^) -lotf2
