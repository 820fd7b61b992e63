"""Properties worked out once, as by functools.cached_property, without the lock that it takes before Python 3.12."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801  # it is used as a decorator
    """A property kept in its object's dictionary, and worked out anew when it was taken out of there."""

    def __init__(self, work: Callable[[Any], Value]) -> None:
        self.work, self.name = work, work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, instance: Any, owner: Any = None) -> Value:
        value = instance.__dict__[self.name] = self.work(instance)
        return value
