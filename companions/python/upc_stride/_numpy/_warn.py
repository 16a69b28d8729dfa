# SPDX-License-Identifier: BSD-3-Clause
"""Warnings that NumPy's functions give of a whole array, and not of its elements: these come from NumPy on the thread that has the elements."""
from __future__ import annotations

from typing import Any
import warnings

from .._base._start import current, program_frame


def warn(text: str, category: type[Warning] = RuntimeWarning) -> None:
    """Warns of the program's line. All threads that find the reason call."""
    frame: Any = program_frame(current.frame)
    warnings.warn_explicit(text, category, frame.f_code.co_filename, frame.f_lineno, registry=frame.f_globals.setdefault('__warningregistry__', {}))
