"""Rules as numba's compiler sees them: code that is only ever linked into kernels.

numba treats every function as if somebody might call it from Python: it wraps it, optimises it together with all that
it calls, and makes machine code of it, at each step of a chain of calls anew. Of our rules nothing but the kernels is
called, so a rule stops where it can be linked, and all is optimised once, in the kernel. Nor is a rule compiled
again for every width of whole numbers and every constant that it is given. This halves the time that compiling takes.
In the kernel most rules are put in where they are called, not just the tiny ones: a call hands over each array as seven
words. That takes back some of the time that compiling was spared, and makes games up to a half faster.

Nor are references to arrays counted: rules and kernels allocate nothing, so an array lives as long as the call in
which it was handed over. Counting, by atomic operations at each call, took half of the time of quick rules. All this
stands on parts of numba that are not promised, so its version is bounded.
"""

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.types import Integer, int64, uint64, unliteral

NO_ADDRESS = 0
PUT_IN = '"call-threshold-bonus"="600"'  # so much larger than usual (225, as LLVM reckons) code may be for that


class Library(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of a rule: it can be linked, but is neither optimised as a whole nor made to run."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Ask for the rule to be put in where it is called."""
        for function in ir_module.functions:
            if not function.is_declaration:
                set.add(function.attributes, PUT_IN)  # its own method knows no attributes with a value
        super().add_ir_module(ir_module)

    def _optimize_final_module(self) -> None:
        """Leave that to the kernel."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """The step from typed code to a library, without wrappers for callers from Python."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Make the library, and let kernels know of it."""
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.targetctx.enable_nrt = False
        library = state.library = Library(state.targetctx.codegen(), state.func_id.func_qualname)
        library.enable_object_caching()
        super().run_pass(state)
        lowered = state["cr"]
        known = lowered.fndesc
        entry = _dynfunc.make_function(
            known.lookup_module(), known.qualname, "", NO_ADDRESS, lowered.env, (library,)
        )  # a dispatcher wants one; nobody calls it
        state.targetctx.insert_user_function(entry, known, [library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


class RuleCompiler(Compiler):  # type: ignore[misc]
    """numba's usual steps, but for that one."""

    def define_pipelines(self) -> list[Any]:
        """The steps."""
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [(Lowering if step is NativeLowering else step, name) for step, name in pipeline.passes]
            pipeline.finalize()
        return pipelines


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A rule: plain Python for whoever calls it from Python, compiled as part of every kernel that calls it."""

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The compiled function for these types of arguments, widened."""
        return super().get_call_template(
            tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in kws.items()}
        )


def widened(kind: Any) -> Any:
    """The type with which a rule is compiled for an argument: no constants, and whole numbers of full width."""
    kind = unliteral(kind)
    return int64 if isinstance(kind, Integer) and kind != uint64 else kind
