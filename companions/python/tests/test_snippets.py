# SPDX-License-Identifier: BSD-3-Clause
"""A few of the snippets of snippets.py, of each kind. tests/slow has all of them, on late threads."""
import pytest
import snippets

SOME = snippets.snippets()


@pytest.mark.parametrize('start', range(5))
def test_some(start):
    for snippet in SOME[31 * start::155]:
        if not any(snippet.startswith(one) for one in snippets.REASONS):
            found = snippets.judged(snippet, {'block': 2 + start % 2})
            assert found in ('the same', snippets.BY_COPIES) or snippets.is_of_newer_numpy(snippet), f'{snippet}: {found}'
