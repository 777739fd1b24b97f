"""Counters of the queue in front of whatever answers, as plain data. No torch."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class QueueMetrics:
    """Tasks since the start; seconds of the monotonic clock (the original's `gpu_actor`).

    `queued` and `active_execution_seconds`, the age of the oldest running task or 0, are of the moment they were asked for.
    """

    submitted: int = 0
    started: int = 0
    completed: int = 0
    failed: int = 0
    active: int = 0
    max_active: int = 0
    queued: int = 0
    max_queued: int = 0
    queue_wait_seconds_total: float = 0.0
    queue_wait_seconds_max: float = 0.0
    execution_seconds_total: float = 0.0
    execution_seconds_max: float = 0.0
    active_execution_seconds: float = 0.0

    def admitted(self, num_waiting: int) -> QueueMetrics:
        """One more task, of `num_waiting` that wait now."""
        return replace(self, submitted=self.submitted + 1, max_queued=max(self.max_queued, num_waiting))

    def begun(self, waited_s: float) -> QueueMetrics:
        """One more task runs, after `waited_s` seconds."""
        return replace(
            self,
            started=self.started + 1,
            active=self.active + 1,
            max_active=max(self.max_active, self.active + 1),
            queue_wait_seconds_total=self.queue_wait_seconds_total + waited_s,
            queue_wait_seconds_max=max(self.queue_wait_seconds_max, waited_s),
        )

    def ended(self, took_s: float, *, has_failed: bool) -> QueueMetrics:
        """One running task is over, after `took_s` seconds."""
        return replace(
            self,
            active=self.active - 1,
            completed=self.completed + (not has_failed),
            failed=self.failed + has_failed,
            execution_seconds_total=self.execution_seconds_total + took_s,
            execution_seconds_max=max(self.execution_seconds_max, took_s),
        )
