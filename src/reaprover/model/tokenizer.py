"""What the model needs of a tokenizer, the byte tokenizer of tiny models, and a wrapper of pretrained ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from reaprover.core.canonical import JsonError, parse_json

_GENERIC = ("PreTrainedTokenizerFast", "TokenizersBackend")  # names of one class in two versions of the library


class Tokenizer(Protocol):
    """From text to token ids and back."""

    @property
    def end_ids(self) -> frozenset[int]:
        """Ids that end a sequence, as far as the tokenizer knows."""
        ...

    def encode(self, text: str) -> list[int]:
        """Ids of a prompt, with the tokenizer's defaults."""
        ...

    def encode_plain(self, text: str) -> list[int]:
        """Ids of a continuation, no special tokens added."""
        ...

    def decode(self, ids: Sequence[int]) -> str:
        """The text, special tokens left out."""
        ...

    def piece(self, token: int) -> str:
        """The text of one token alone; empty for special ones."""
        ...


@dataclass(frozen=True, slots=True)
class ByteTokenizer:
    """id = UTF-8 byte + 3; 0 pad, 1 unused, 2 end; higher ids decode to nothing."""

    end_ids: frozenset[int] = frozenset({2})

    def encode(self, text: str) -> list[int]:
        """See `Tokenizer`."""
        return [byte + 3 for byte in text.encode("utf-8", "replace")]

    def encode_plain(self, text: str) -> list[int]:
        """See `Tokenizer`."""
        return self.encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        """See `Tokenizer`; bytes that are no UTF-8 become the replacement character."""
        return bytes(token - 3 for token in ids if 3 <= token < 259).decode("utf-8", "replace")

    def piece(self, token: int) -> str:
        """See `Tokenizer`."""
        return self.decode((token,))


@dataclass(frozen=True, slots=True, eq=False)
class PretrainedTokenizer:
    """A tokenizer of the transformers library.

    Attributes:
        inner: the library's object.
    """

    inner: Any

    @classmethod
    def load(cls, folder: Path, gguf_file: str | None = None) -> PretrainedTokenizer:
        """Read from files; never from the network, never running code that lies beside them."""
        from transformers import AutoTokenizer, PreTrainedTokenizerFast

        if gguf_file is None and _is_generic(folder):
            return cls(PreTrainedTokenizerFast.from_pretrained(folder, local_files_only=True))
        more = {} if gguf_file is None else {"gguf_file": gguf_file}
        return cls(AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **more))

    @property
    def end_ids(self) -> frozenset[int]:
        """See `Tokenizer`."""
        return frozenset() if self.inner.eos_token_id is None else frozenset({int(self.inner.eos_token_id)})

    def encode(self, text: str) -> list[int]:
        """See `Tokenizer`."""
        return [int(token) for token in self.inner(text, truncation=False, verbose=False)["input_ids"]]

    def encode_plain(self, text: str) -> list[int]:
        """See `Tokenizer`."""
        return [int(token) for token in self.inner(text, add_special_tokens=False, truncation=False, verbose=False)["input_ids"]]

    def decode(self, ids: Sequence[int]) -> str:
        """See `Tokenizer`."""
        return str(self.inner.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False))

    def piece(self, token: int) -> str:
        """See `Tokenizer`."""
        return self.decode((token,))


def _is_generic(folder: Path) -> bool:
    """Whether a folder's tokenizer is all in its `tokenizer.json`.

    Choosing the class by the model's type, as the library does for Qwen2, would put that model's rules for splitting text in the
    place of the file's.
    """
    try:
        found = parse_json((folder / "tokenizer_config.json").read_bytes())
    except (OSError, JsonError):
        return False
    return isinstance(found, dict) and found.get("tokenizer_class") in _GENERIC and (folder / "tokenizer.json").is_file()
