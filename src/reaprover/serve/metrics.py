"""Prometheus metrics of one service; no label ever holds an id, a prompt or a token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

_SECONDS = (0.005, 0.02, 0.1, 0.5, 1.0, 5.0, 20.0, 60.0, 300.0)


class _Present(Collector):
    def __init__(self, numbers: Callable[[], dict[str, float]]) -> None:
        self._numbers = numbers

    def collect(self) -> Iterator[Metric]:
        """Numbers as they are when they are asked for."""
        for name, value in self._numbers().items():
            yield GaugeMetricFamily(f"reaprover_{name}", name.replace("_", " "), value=value)


class ServiceMetrics:
    """Requests by route and status, their times, generated tokens, and what the runtime holds.

    Args:
        numbers: present values, by name.
    """

    def __init__(self, numbers: Callable[[], dict[str, float]]) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter("reaprover_requests", "Requests by route and status.", ["route", "status"], registry=self._registry)
        self._seconds = Histogram(
            "reaprover_request_seconds", "Time from the request to its reply.", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self._tokens = Counter("reaprover_tokens", "Tokens read and written.", ["kind"], registry=self._registry)
        self._registry.register(_Present(numbers))

    def observe(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_tokens(self, num_read: int, num_written: int) -> None:
        """Count tokens of an answer."""
        self._tokens.labels("prompt").inc(num_read)
        self._tokens.labels("completion").inc(num_written)

    def text(self) -> bytes:
        """The page that Prometheus reads."""
        page: Any = generate_latest(self._registry)
        return bytes(page)
