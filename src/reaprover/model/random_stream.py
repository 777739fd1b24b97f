"""Private random streams: what a session draws depends on its id alone (spec model.md, section 7).

A stream owns the state of a CPU generator and, on a GPU, of a device generator. An operation draws inside `generator()` or
`process_streams()`; the advanced state is stored only if the operation succeeds. The streams of the process are left as they were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch


def session_seed(session_id: str) -> int:
    """First 8 bytes of sha256 of the id, big-endian, modulo 2^63."""
    return int.from_bytes(hashlib.sha256(session_id.encode()).digest()[:8], "big") % 2**63


@dataclass(slots=True, eq=False)
class RandomStream:
    """One session's randomness.

    Attributes:
        seed: what it began with.
        device: where the model computes.
        cpu: state of the CPU generator, uint8.
        on_device: state of the device's generator, uint8; None on the CPU.
    """

    seed: int
    device: torch.device
    cpu: torch.Tensor
    on_device: torch.Tensor | None

    @classmethod
    def begin(cls, seed: int, device: torch.device) -> RandomStream:
        """A fresh stream."""
        cpu = torch.Generator().manual_seed(seed).get_state()
        on_device = None if device.type == "cpu" else torch.Generator(device).manual_seed(seed).get_state()
        return cls(seed, device, cpu, on_device)

    def copy(self) -> RandomStream:
        """An independent stream in the same state."""
        return RandomStream(self.seed, self.device, self.cpu.clone(), None if self.on_device is None else self.on_device.clone())

    @contextmanager
    def generator(self) -> Iterator[torch.Generator]:
        """A CPU generator in the stream's state; how far it went is stored if the block succeeds."""
        generator = torch.Generator()
        generator.set_state(self.cpu)
        yield generator
        self.cpu = generator.get_state()

    @contextmanager
    def process_streams(self) -> Iterator[None]:
        """The process's own streams stand in the stream's state inside the block, for code that takes no generator."""
        before, before_on_device = torch.get_rng_state(), None
        if self.on_device is not None:
            before_on_device = torch.cuda.get_rng_state(self.device)
        try:
            torch.set_rng_state(self.cpu)
            if self.on_device is not None:
                torch.cuda.set_rng_state(self.on_device, self.device)
            yield
            self.cpu = torch.get_rng_state()
            if self.on_device is not None:
                self.on_device = torch.cuda.get_rng_state(self.device)
        finally:
            torch.set_rng_state(before)
            if before_on_device is not None:
                torch.cuda.set_rng_state(before_on_device, self.device)


def draw_seed(generator: torch.Generator) -> int:
    """A seed for one request, drawn from a session's stream."""
    return int(torch.randint(0, 2**63 - 1, (), generator=generator, dtype=torch.int64))
