#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-tune --costs: a text that is no list of settings is refused by one line, which repeats it. Each setting is tried with
# something before it, behind it, and without its number; so is the whole list.
whole=send=1.5,receive=1.5,latency=0.3,link=154
failed=0
refused() { # TEXT
  local output status
  output=$("$BUILD"/bin/upc-stride-tune --costs "$1" --operations broadcast --output /dev/null 2>&1)
  status=$?
  [ $status = 2 ] && [[ $output = *"--costs: \"${1:0:80}\", must be like send="* ]] && return
  echo "--costs '$1': status $status, expected 2"
  echo "$output" | head -n 3
  failed=1
}
for setting in send=1 receive=1 latency=1 link=100 signal=1 copy=100 pass=100 node=2 groups=4:2 helper=1 tree=0; do
  for text in "$setting," ",$setting" "$setting,," "$setting;" "$setting " "${setting%=*}=" "${setting%=*}" "${setting%=*}=," "${setting%=*}=x"; do
    refused "$whole,$text"
    [ "$text" = ",$setting" ] || refused "$text"
  done
done
for text in , "$whole," ",$whole" "$whole,,$whole" "${whole/,/,,}" "${whole/,/, }"; do refused "$text"; done
exit $failed
