"""Serving side by side with the library's plain way: K sampled tactics, their log-probabilities and the value of each prompt.

    python benchmarks/serving.py [--device cuda] [--hidden 256 --layers 4 --vocab 8192] [--base FOLDER [--gguf FILE]] [--json OUT]

What is measured, on one model with one LoRA adapter, the same prompts of 300 to 600 tokens, K = 8, temperature 0.99, top-k 50:

* plain: `generate(num_return_sequences=K, output_scores=True)` and a separate forward pass for the value;
* ours, one search: one prompt after the other through worker and evaluator;
* ours, two searches at the same time against one, each one prompt after the other: without Lean, and with a pause between evaluations
  that stands for Lean on other cores and takes as long as the model does (the one search pauses too);
* memory: peak resident memory of a process that does only the one or the other, and the bytes of keys and values at the end of a
  sequence.

Plain and ours alternate prompt by prompt, so that a busy machine disturbs both alike; figures are medians over rounds. The model has
random weights (or those of a folder); speed does not depend on their values, since the end token is all but impossible here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import torch
import transformers

from reaprover.core import Observation
from reaprover.model.base import Base, load_base
from reaprover.model.evaluator import ModelEvaluator
from reaprover.model.identity import identity_of_module
from reaprover.model.network import LoraShape, head_distance
from reaprover.model.policy_value import PolicyValueModel
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling
from reaprover.model.tiny import tiny_config
from reaprover.model.tokenizer import ByteTokenizer
from reaprover.model.worker import ModelWorker

K = 8
SESSION = "benchmark"


def build(options: argparse.Namespace) -> PolicyValueModel:
    """The model with one adapter that acts."""
    torch.manual_seed(0)
    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if options.base:
        base = load_base(options.base, device=device, gguf_file=options.gguf)
    else:
        config = tiny_config(
            hidden_size=options.hidden,
            num_hidden_layers=options.layers,
            num_attention_heads=options.hidden // 64,
            num_key_value_heads=max(1, options.hidden // 64 // 4),
            intermediate_size=options.hidden * 8 // 3 // 64 * 64,
            vocab_size=options.vocab,
        )
        dtype = torch.float32 if device == "cpu" else torch.bfloat16
        inner = transformers.Qwen2ForCausalLM(config).to(device, dtype)
        base = Base(inner, ByteTokenizer(frozenset()), name="random", identity=identity_of_module(inner))
    model = PolicyValueModel(base, LoraShape(16, 32))
    session = model.create(SESSION)
    with torch.no_grad():
        for name, parameter in model.network.parameters(session.slot).items():
            if ".lora_B." in name:
                parameter.normal_(0, 0.01)
    return model


def make_prompts(model: PolicyValueModel, number: int) -> list[tuple[str, ...]]:
    """Goals whose prompts have 300 to 600 tokens, in steps."""
    source, goals = random.Random(1), []
    for index in range(number):
        wanted = 300 + 300 * index // max(1, number - 1)
        goal = "n : Nat\n⊢ n = n"
        while len(model.base.tokenizer.encode(reap_prompt([goal]))) < wanted - 6:
            goal = f"h{source.randrange(10**6)} : a = b\n{goal}"
        goals.append((goal,))
    return goals


def plain(model: PolicyValueModel, goals: tuple[str, ...], num_tokens: int) -> None:
    """The library's way."""
    network, slot = model.network, model.session(SESSION).slot
    ids = torch.tensor([model.base.tokenizer.encode(reap_prompt(goals))], device=model.base.device)
    with torch.no_grad():
        network.activate(slot)
        result = model.base.model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            do_sample=True,
            temperature=0.99,
            top_k=50,
            num_return_sequences=K,
            max_new_tokens=num_tokens,
            min_new_tokens=num_tokens,
            output_scores=True,
            return_dict_in_generate=True,
            pad_token_id=0,
        )
        logprobs = model.base.model.compute_transition_scores(result.sequences, result.scores, normalize_logits=True)
        assert logprobs.shape == (K, num_tokens)
        hidden = model.base.model(ids, output_hidden_states=True, use_cache=False).hidden_states[-1][0, -1]
        float(head_distance(network.value_logits(slot, hidden)))


def ours(evaluator: ModelEvaluator, goals: tuple[str, ...], batch_index: int) -> None:
    """One evaluation by the search's interface."""
    evaluation = evaluator.evaluate([Observation(goals, str(batch_index), batch_index, K)])[0]
    assert len(evaluation.candidates) == K


def search(evaluator: ModelEvaluator, prompts: list[tuple[str, ...]], batch_index: int, pause_s: float) -> None:
    for goals in prompts:
        ours(evaluator, goals, batch_index)
        time.sleep(pause_s)


def timed(call: Any, *args: Any) -> float:
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    started_s = time.perf_counter()
    call(*args)
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.perf_counter() - started_s


def evaluator_of(worker: ModelWorker, num_tokens: int) -> ModelEvaluator:
    return ModelEvaluator(worker, SESSION, sampling=Sampling(max_tokens=num_tokens))


def compare(options: argparse.Namespace) -> dict[str, Any]:
    model = build(options)
    prompts, worker = make_prompts(model, options.prompts), ModelWorker(model)
    plain(model, prompts[0], options.tokens)
    ours(evaluator_of(worker, options.tokens), prompts[0], -1)
    plain_s: list[float] = []
    ours_s: list[float] = []
    for number in range(options.rounds):
        evaluator = evaluator_of(worker, options.tokens)
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        for goals in prompts:
            plain_s.append(timed(plain, model, goals, options.tokens))
            ours_s.append(timed(ours, evaluator, goals, number))
    ratios = [a / b for a, b in zip(plain_s, ours_s, strict=True)]
    row: dict[str, Any] = {
        "plain_s": round(statistics.median(plain_s), 4),
        "ours_s": round(statistics.median(ours_s), 4),
        "ratio_of_sums": round(sum(plain_s) / sum(ours_s), 2),
        "ratio_median": round(statistics.median(ratios), 2),
        "ratio_min": round(min(ratios), 2),
    }
    for name, pause_s in (("without_lean", 0.0), ("lean_as_slow_as_the_model", statistics.median(ours_s))):
        gains = []
        for number in range(options.rounds):
            one = timed(search, evaluator_of(worker, options.tokens), prompts, 2 * number, pause_s)
            both = timed(two_searches, worker, prompts, options.tokens, 2 * number, pause_s)
            gains.append(2 * one / both)
        row[f"two_searches_{name}"] = round(statistics.median(gains), 2)
    worker.close()
    lengths = [len(model.base.tokenizer.encode(reap_prompt(goals))) for goals in prompts]
    shape = model.base.shape
    name = (
        f"{type(model.base.model).__name__}, hidden {model.base.hidden_size}, {shape.num_layers} layers, vocabulary {model.base.vocab_size}"
    )
    token_bytes = 2 * shape.num_layers * shape.key_value_size * (4 if model.base.dtype is torch.float32 else 2)
    row |= {
        "prompt_tokens": [min(lengths), max(lengths)],
        "kv_mib_plain": round(K * (max(lengths) + options.tokens) * token_bytes / 2**20, 2),
        "kv_mib_ours": round((max(lengths) + K * options.tokens) * token_bytes / 2**20, 2),
        "parameters_million": round(sum(p.numel() for p in model.base.model.parameters()) / 1e6, 1),
        "model": name,
        "device": str(model.base.device),
        "dtype": str(model.base.dtype),
    }
    return row


def two_searches(worker: ModelWorker, prompts: list[tuple[str, ...]], num_tokens: int, batch_index: int, pause_s: float) -> None:
    threads = [
        threading.Thread(target=search, args=(evaluator_of(worker, num_tokens), order, batch_index, pause_s))
        for order in (prompts, prompts[::-1])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def peak(options: argparse.Namespace, part: str) -> float:
    """Peak resident memory above the loaded model, MiB (on a GPU: allocated there), of a process that does one part."""
    command = [sys.executable, __file__, *sys.argv[1:], "--part", part]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.strip().splitlines()[-1])


def run_part(options: argparse.Namespace) -> None:
    model = build(options)
    prompts = make_prompts(model, 2)
    evaluator = None if options.part == "plain" else evaluator_of(ModelWorker(model), options.tokens)
    process, done = psutil.Process(), threading.Event()
    before = top = process.memory_info().rss
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
        loaded = torch.cuda.memory_allocated()

    def watch() -> None:
        nonlocal top
        while not done.wait(0.002):
            top = max(top, process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    if evaluator is None:
        plain(model, prompts[-1], options.tokens)
    else:
        ours(evaluator, prompts[-1], 0)
        evaluator.worker.close()
    done.set()
    watcher.join()
    print(((torch.cuda.max_memory_allocated() - loaded) if torch.cuda.is_available() else top - before) / 2**20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--vocab", type=int, default=8192)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--gguf")
    parser.add_argument("--prompts", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=32)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--part", choices=("plain", "ours"))
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.part:
        run_part(options)
        return
    row = compare(options)
    row["peak_mib_plain"], row["peak_mib_ours"] = round(peak(options, "plain"), 1), round(peak(options, "ours"), 1)
    print(f"{row['model']}, {row['parameters_million']} M parameters, {row['dtype']} on {row['device']}")
    for name, value in row.items():
        print(f"  {name:32} {value}")
    record = {
        "benchmark": "serving",
        "machine": {"processor": platform.processor() or platform.machine(), "cpus": os.cpu_count(), "load": os.getloadavg()},
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "transformers": transformers.__version__},
        "configuration": {
            "k": K,
            "tokens": options.tokens,
            "prompts": options.prompts,
            "rounds": options.rounds,
            "threads": options.threads,
        },
        "rows": [row],
    }
    print(json.dumps(record))
    if options.json:
        options.json.write_text(json.dumps(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
