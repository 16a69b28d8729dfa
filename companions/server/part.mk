# SPDX-License-Identifier: BSD-3-Clause
# upcc --language-server, and the files of editors: make editors.
.PHONY: editors vsix
editors vsix: $(B)/editors/upc.vsix
$(B)/editors/upc.vsix: $(wildcard companions/server/editors/* companions/server/editors/vscode/*) $(call of-companions,editors.json) include/upc_stride_version.h
	companions/server/editors/make $(B)/editors $(VERSION) $(COMPANIONS)
	echo '$(B)/editors: vim, emacs, upc.vsix'
