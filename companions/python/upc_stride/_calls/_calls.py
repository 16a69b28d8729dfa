# SPDX-License-Identifier: BSD-3-Clause
"""The collectives by name."""
from . import _boxes, _elements, _in_flight, _one_value, _pieces, _pieces_of_sizes, _reduce
from ._boxes import *
from ._elements import *
from ._in_flight import *
from ._in_flight import Result as Result
from ._one_value import *
from ._pieces import *
from ._pieces_of_sizes import *
from ._reduce import *

__all__ = _boxes.__all__ + _elements.__all__ + _in_flight.__all__ + _one_value.__all__ + _pieces.__all__ + _pieces_of_sizes.__all__ + _reduce.__all__
