"""Descriptors: how many files and connections the process may have open."""

import contextlib
import resource

RESERVED = 128  # for the store, for bots, for files that are sent, and for what is refused
FEWEST, MOST = 16, 20_000


def raise_descriptors() -> None:
    """Have the process allowed as many as it may be."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):  # some systems have a lower limit than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def room() -> int:
    """How many connections the process can hold and still go about its business."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if allowed == resource.RLIM_INFINITY else max(FEWEST, min(MOST, allowed - RESERVED))
