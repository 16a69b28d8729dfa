#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc --language-server, driven by the protocol.
. "$(dirname "$0")/../../../tests/tools/common.sh"
UPCC="$UPCC" limited 100 python3 "$here/language_server.py"
