#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The SVG of upc-stride-show has a title, names of planes, the order in which children are served and a legend, and nothing
# lies outside the picture.
. "$(dirname "$0")/../../../tests/tools/common.sh"
show=$build/bin/upc-stride-show

has() { grep -qF ">$1</text>" picture.svg || die "no text '$1' in the picture"; }  # TEXT

# Every rectangle, circle and text lies inside; a character of a text that starts at x is 8 wide.
inside() {
  awk -F"'" '
    function attribute(name,  i) { for (i = 1; i < NF; i++) if ($i ~ "(^|[ <])" name "=$") return $(i + 1); return "" }
    /^<svg/ { width = attribute("width"); height = attribute("height"); next }
    /^<(rect x|circle|text)/ {
      x = attribute("x") + 0; y = attribute("y") + 0; w = attribute("width") + 0; h = attribute("height") + 0
      if (/^<circle/) { r = attribute("r"); x = attribute("cx") - r; y = attribute("cy") - r; w = h = 2 * r }
      if (/^<text/) { s = $0; sub(/^[^>]*>/, "", s); sub(/<.*/, "", s); gsub(/&[a-z]+;/, "x", s)
                      w = 8 * length(s); if (!/start/) { w = 6; x -= w / 2 }; y -= 12; h = 12 }
      if (x < 0 || y < 0 || x + w > width || y + h > height) { print "outside: " $0; bad = 1 }
      n++
    }
    END { exit bad || n < 4 }' picture.svg || die 'something lies outside the picture'
}

draw() { "$show" "$@" --svg picture.svg >out || die "upc-stride-show $*"; inside; }

draw 'shared [4][3] A[18][20]' --grid 2x2 --threads 4 --section ':, 1:5' --tree fork
has 'A: 5 x 7 blocks of 4 x 3, on 4 threads, grid 2 x 2'
has 'section A&lt;:, 1:5&gt;: 25 of 35 blocks, a team of 4 threads'
has 'fork tree from thread 1'
has 'a block of the section'
has 'from a parent to the child that it serves first'
same "$(grep -c "font-size='10'>[12]</text>" picture.svg)" 4 # 1 and 2 from the root, 1 from its child, 1 in the legend

draw 'shared [1][2][6] B[2][4][6]' --grid 2x2 --threads 4 --section '1, :' --root 0 --tree flat
has 'plane B&lt;0, :, :&gt;'
has 'plane B&lt;1, :, :&gt;'
draw 'shared [1][1] C[16][16]' --grid 4x4 --threads 16 --section '2:3, :' --tree binomial --root 9
draw 'shared [1] a_name_that_is_rather_long_for_a_small_picture[2]' --threads 2
draw 'shared [1] A[100]' --threads 100 --section 0:9 --tree chain --root 99
