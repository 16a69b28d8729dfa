# SPDX-License-Identifier: BSD-3-Clause
# make install, make uninstall.

DEST = $(DESTDIR)$(PREFIX)
# pc-file NAME,DESCRIPTION,LIBRARIES: what pkg-config says. An installation may be moved.
pc-file = printf '%s\n' 'prefix=$${pcfiledir}/../..' 'includedir=$${prefix}/include/upc-stride' '' 'Name: $(1)' 'Description: $(2)' \
  'Version: $(VERSION)' 'Cflags: -I$${includedir}' "Libs: $(3)" >"$(DEST)/lib/pkgconfig/$(1).pc"
IN_C    = collectives on sections of distributed arrays for C C++ and Fortran
install: $(INSTALLED)
	install -d "$(DEST)/bin" "$(DEST)/lib/upc-stride" "$(DEST)/include/upc-stride" "$(DEST)/share/doc/upc-stride/docs"
	install -m755 $(addprefix $(B)/bin/,upcc upcrun $(PROGRAMS)) "$(DEST)/bin"
	install -m644 $(B)/lib/libupc_stride.a $(B)/lib/liburt-smp.a "$(DEST)/lib/upc-stride"
	install -m755 $(LIB_PROGRAMS:%=$(B)/lib/%) $(B)/lib/upcrun-ssh "$(DEST)/lib/upc-stride"
	$(foreach f,$(LIB_FILES),install -D -m644 $(B)/lib/$(f) "$(DEST)/lib/upc-stride/$(f)" &&) true
	install -m644 $(HEADERS) "$(DEST)/include/upc-stride"
	$(foreach c,$(CONDUITS),install -d "$(DEST)/include/upc-stride/urt-$(c)" && \
	  install -m644 $(B)/include/urt-$(c)/urt_near.h "$(DEST)/include/upc-stride/urt-$(c)" &&) true
	$(if $(strip $(FAR_LIBRARIES)),install -m644 $(FAR_LIBRARIES) "$(DEST)/lib/upc-stride")
	install -m644 src/choice/default.rules "$(DEST)/lib/upc-stride"
	scripts/manpages "$(DEST)/share/man" $(B)/bin
	install -d "$(DEST)/lib/pkgconfig"
	$(call pc-file,upc-stride,collectives on sections of shared arrays for UPC,-L\$${prefix}/lib/upc-stride -lupc_stride -lurt-smp -lm -lpthread -ldl -lrt)
	$(foreach l,$(notdir $(C_LIBRARIES:.so=)),$(call pc-file,$(l:lib%=%),$(IN_C),-L\$${prefix}/lib -l$(l:lib%=%)) &&) true
	$(foreach c,$(FAR),$(foreach l,$(filter-out $(SHARED_OF_$(c)),$(LIBRARIES_OF_$(c))),$(call pc-file,upc_stride-$(l),$(IN_C),-L\$${prefix}/lib/upc-stride \
	  -lupc_stride-$(c) -lurt-$(l) $$(cat $(call linked,$(l)) /dev/null) -lm -lpthread -ldl -lrt) &&)) true
	install -d "$(DEST)/lib/cmake/UpcStride"
	install -m644 scripts/cmake/UpcStrideConfig.cmake "$(DEST)/lib/cmake/UpcStride"
	sed 's/@VERSION@/$(VERSION)/' scripts/cmake/UpcStrideConfigVersion.cmake >"$(DEST)/lib/cmake/UpcStride/UpcStrideConfigVersion.cmake"
	$(foreach l,$(C_LIBRARIES),install -m755 $(l).$(SOVERSION) "$(DEST)/lib" && ln -sf $(notdir $(l)).$(SOVERSION) "$(DEST)/lib/$(notdir $(l))" &&) true
	scripts/install_documents "$(DEST)/share/doc/upc-stride" $(COMPANIONS)
	$(if $(DOC_FILES),install -m644 $(DOC_FILES) "$(DEST)/share/doc/upc-stride")

# What install has brought, and nothing else: the folders named upc-stride are ours alone. Folders that
# other software has too go if they are empty, but for bin, lib, include and share.
uninstall:
	cd "$(DEST)" && rm -rf lib/upc-stride include/upc-stride share/doc/upc-stride lib/pkgconfig/upc-stride.pc lib/cmake/UpcStride
	cd "$(DEST)" && rm -f lib/libupc_stride.so* lib/libupc_stride-*.so* lib/pkgconfig/upc_stride.pc lib/pkgconfig/upc_stride-*.pc
	cd "$(DEST)" && rm -f $(addprefix bin/,upcc upcrun $(PROGRAMS)) share/man/man7/upc_stride.7 \
	  $(patsubst %,share/man/man1/%.1,upcc upcrun $(PROGRAMS)) \
	  share/man/man3/upc_stride_*.3 share/man/man3/UPC_STRIDE_*.3 share/man/man3/UPC_SECTION.3 share/man/man3/upc_haveaffinity.3
	cd "$(DEST)" && for folder in lib/pkgconfig lib/cmake share/man/man1 share/man/man3 share/man/man7 share/doc; do \
	  [ ! -d $$folder ] || rmdir --ignore-fail-on-non-empty $$folder; done
