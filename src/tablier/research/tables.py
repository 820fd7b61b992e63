"""Where the tables of rules lie on a GPU. Rules know nothing of it: to them a table is a global array, as on a CPU.

numba puts every global array into constant memory, once for each function that uses it. There is room for 65,536
bytes, and Sam Liam's figures alone take four times that. So while our kernels are compiled a large table is put into
the memory that all share, once for all functions, under a name made of what it holds. Small ones stay where they are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.cuda import cgutils
from numba.cuda.cudadrv.nvvm import ADDRSPACE_GLOBAL
from numba.cuda.target import CUDATargetContext
from numba.types import intp

LARGEST_CONSTANT = 4096  # bytes
ALIGNED = 16  # to so many bytes, more than any number of a table has
as_constant = CUDATargetContext.make_constant_array


@contextmanager
def common_tables() -> Iterator[None]:
    """Put large tables into the memory that all share, as long as this lasts."""
    with global_compiler_lock:
        CUDATargetContext.make_constant_array = placed
        try:
            yield
        finally:
            CUDATargetContext.make_constant_array = as_constant


def placed(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A table as compiled code sees it, wherever it lies."""
    if table.nbytes <= LARGEST_CONSTANT or not table.flags.c_contiguous:
        return as_constant(context, builder, kind, table)
    pointer = builder.addrspacecast(shared(builder.module, table.tobytes()), cgutils.voidptr_t, "generic")
    seen = context.make_array(kind)(context, builder)
    context.populate_array(
        seen,
        data=builder.bitcast(pointer, seen.data.type),
        shape=[context.get_constant(intp, length) for length in table.shape],
        strides=[context.get_constant(intp, stride) for stride in table.strides],
        itemsize=seen.itemsize,
        parent=seen.parent,
        meminfo=None,
    )
    return seen._getvalue()


def shared(module: Any, content: bytes) -> Any:
    """The table in this module; the linker keeps one of all that have the same name."""
    name = f"table_{sha256(content).hexdigest()}"
    if name in module.globals:
        return module.globals[name]
    kind = cgutils.ir.ArrayType(cgutils.int8_t, len(content))
    table = cgutils.add_global_variable(module, kind, name, addrspace=ADDRSPACE_GLOBAL)
    table.linkage, table.global_constant, table.align = "linkonce_odr", True, ALIGNED
    table.initializer = cgutils.ir.Constant(kind, bytearray(content))
    return table
