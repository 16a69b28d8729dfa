#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# With Berkeley UPC 2020.4: what -Wclang-upc2c warns of fails there. A rule whose program is right there is not needed.
. "$(dirname "$0")/../common.sh"
case $("$UPCC" -version 2>&1) in
  *clang-upc2c* | *CUPC2C* | *cupc2c*) ;;
  *) "$tools/missing" "$UPCC is not Berkeley UPC with clang-upc2c"; exit 77 ;;
esac
for program in "$top"/tests/upc/translator/*.upc; do
  name=${program##*/}
  there=$(sed -n 's@^// there: @@p' "$program")
  cp "$program" . || exit
  if "$UPCC" "$name" -o prog >log 2>&1; then
    output=$("$UPCRUN" -n 2 ./prog 2>&1)
    [[ $there == wrong* ]] || die "$name compiles"
    [[ ${output##*$'\n'} != PASS ]] || die "$name is right"
  else
    [[ $there == refused ]] || die "$name is refused: $(cat log)"
  fi
  rm -f prog
done
echo PASS
