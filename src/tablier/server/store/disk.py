"""What an operator is told about the disk: one line when nothing can be written any more, and one when it can again."""

import logging

from tablier.server.operation.metrics import Metrics
from tablier.server.store.writing import troubled

WELL, FULL, OTHER = "well", "full", "other"

log = logging.getLogger(__name__)


class Disk:
    """Whether the disk takes what it is given."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics, self.state = metrics, WELL

    def note(self, error: BaseException | None) -> None:
        """Count a group of changes that could not be written; write down when that begins and when it ends."""
        state = WELL if error is None else FULL if troubled(error).full else OTHER
        if state != WELL:
            self.metrics.unwritten[state] += 1
        if state == self.state:
            return
        self.state = state
        if state == WELL:
            log.warning("the disk can be written to again")
        elif state == FULL:
            log.error("the disk is full: moves and new tables are refused until there is room")
        else:
            log.error("the disk cannot be written to: moves and new tables are refused", exc_info=error)
