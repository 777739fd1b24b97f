"""A tokenizer for proof states and tactics: byte-level BPE trained on the texts of one system.

Interface: `train_tokenizer(texts, vocab_size)` gives a fast tokenizer of the transformers library; `tiny_base.make_tiny_base` puts it
beside a model, and `model.tokenizer.PretrainedTokenizer(it)` wraps it for this package.

Decisions:
- Byte-level, so any text can be written and read back: `decode(encode(x)) == x` unless x spells a special token.
- Text is cut into units before merges: an identifier with the space or dot before it, one digit, one line feed, one operator with the
  space before it. Merges never cross units, so `∀`, `→`, `⟨`, `<;>`, `⁻¹` and the others of `OPERATORS` are one token wherever they stand;
  their merges come first, whatever the texts hold.
- What every prompt repeats is one token: the head up to the state, and the tail after it (`reap_prompt`). An overhead of two tokens.
- A tactic begins after the tail, which is a token of its own: so `encode(prompt + tactic) == encode(prompt) + encode_plain(tactic)`.
- Deterministic: the vocabulary is a function of the texts (as counted, not of their order beyond ties) and the size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from reaprover.errors import InputError
from reaprover.model.prompt import Premise, reap_prompt

END, PAD = "<|endoftext|>", "<|pad|>"
OPERATORS = (
    *("∀", "∃", "λ", "→", "←", "↔", "↦", "∧", "∨", "¬", "⊢", "⟨", "⟩", "·", "∘", "×", "⁻¹", "✝"),
    *("≤", "≥", "≠", "∣", "∈", "∉", "⊆", "∪", "∩", "∅", "▸", "⊕"),
    *(":=", "=>", "<;>", "::", "++", "&&", "||", "==", "!=", "..", "?_"),
)
"""Units of one token each, alone and after a space."""

_HIGHEST = 1 << 16
_IDENTIFIER = r"[ .]?[\p{L}_](?:[\p{L}\p{M}\p{Nd}_'✝₀₁₂₃₄₅₆₇₈₉]|!(?!=))*"


def constant_pieces() -> tuple[str, ...]:
    """Texts that prompts repeat: head and tail of a prompt without premises, and the parts of the head where there are premises."""
    mark = "\0"
    head, tail = reap_prompt([mark]).split(mark)
    with_premise = reap_prompt([mark], [Premise(mark, mark)])
    begin = with_premise.split("Formal name: ")[0]
    return head, tail, begin, head.removeprefix(begin)


def train_tokenizer(texts: Iterable[str], vocab_size: int) -> Any:
    """A tokenizer learnt from texts.

    Args:
        texts: prompts, states and tactics, as the model will see them; read once.
        vocab_size: entries in all, special tokens, bytes and operators included; fewer come out of few texts.

    Returns:
        A `PreTrainedTokenizerFast` with the end token `<|endoftext|>` and the padding token `<|pad|>`.

    Raises:
        InputError: a size that does not hold bytes and operators, or is above 65,536.
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models
    from transformers import PreTrainedTokenizerFast

    pieces = constant_pieces()
    operators = _merges(_operator_texts(), _HIGHEST, min_frequency=1)
    alphabet = _alphabet()
    num_fixed = 2 + len(alphabet) + len(pieces)
    if not num_fixed + len(operators) <= vocab_size <= _HIGHEST:
        expected = f"a number from {num_fixed + len(operators)} to {_HIGHEST}"
        raise InputError("vocab_size", "is out of range", found=str(vocab_size), expected=expected)
    vocabulary = {token: index for index, token in enumerate((PAD, END, *alphabet))}
    merges: list[tuple[str, str]] = []
    for left, right in (*operators, *_merges(_without(texts, pieces), vocab_size, min_frequency=2)):
        if len(vocabulary) + len(pieces) == vocab_size:
            break
        if left + right not in vocabulary:
            vocabulary[left + right] = len(vocabulary)
            merges.append((left, right))
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = _units()
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(PAD, normalized=False, special=True), AddedToken(END, normalized=False, special=True)])
    tokenizer.add_tokens([AddedToken(piece, normalized=False) for piece in pieces])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=END, pad_token=PAD, clean_up_tokenization_spaces=False, model_max_length=1 << 20
    )


def _units() -> Any:
    from tokenizers import Regex, pre_tokenizers

    symbols = "|".join(_quoted(operator) for operator in sorted(OPERATORS, key=len, reverse=True))
    pattern = rf"\n| ?(?:{symbols})|{_IDENTIFIER}| ?\p{{N}}| ?[^\s\p{{L}}\p{{N}}_]| +|\s"
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


def _quoted(text: str) -> str:
    return "".join(rf"\{letter}" if letter.isascii() else letter for letter in text)


def _alphabet() -> list[str]:
    from tokenizers import pre_tokenizers

    return sorted(pre_tokenizers.ByteLevel.alphabet())


def _operator_texts() -> Iterator[str]:
    for operator in OPERATORS:
        yield operator
        yield f" {operator}"


def _without(texts: Iterable[str], pieces: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        for piece in pieces:
            text = text.replace(piece, "\n")
        yield text


def _merges(texts: Iterable[str], vocab_size: int, *, min_frequency: int) -> list[tuple[str, str]]:
    """Merges in the order in which BPE finds them."""
    import json

    from tokenizers import Tokenizer, models, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = _units()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, min_frequency=min_frequency, initial_alphabet=_alphabet(), show_progress=False, special_tokens=[]
    )
    tokenizer.train_from_iterator(texts, trainer)
    return [(str(left), str(right)) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]
