"""Rows 41 to 51 of the format's table: the pickle and the tensors that it describes."""

# ruff: noqa: E501  # one row of a table is one line

from __future__ import annotations

import io
import os
import pickle
import struct
from pathlib import Path

import numpy as np
import pytest

from reaprover.snapshot.pickle_reader import read_pickle
from reaprover.snapshot.refusal import SnapshotRefusal

from . import forge
from .forge import dict_of, name_of, number, release_pickle, tensor, text, tuple_of, with_pickle
from .refusing import refused_files

Q = "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"  # entry data/0, [4, 64]
LAST = "base_model.model.model.layers.1.mlp.down_proj.lora_B.weight"


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("false",)


def one(body: bytes, **replaced: bytes | None) -> dict[str, bytes]:
    """The tiny release with another description of its first tensor."""
    return with_pickle(release_pickle({Q: body}), **replaced)


def with_data(index: int, data: bytes) -> dict[str, bytes]:
    items = [(name, data if name == f"data/{index}" else old) for name, old in forge.entries()]
    return forge.with_payload(forge.archive(items))


def with_value(index: int, value: float) -> dict[str, bytes]:
    array = np.frombuffer(dict(forge.entries())[f"data/{index}"], np.float32).copy()
    array[len(array) // 2] = value
    return with_data(index, array.tobytes())


def stored_as(storage: str, itemsize: int, name: str = Q, index: int = 0) -> dict[str, bytes]:
    """One tensor in another dtype, its entry as long as it must be."""
    shape = next(s for _, n, s, _ in forge.tensors() if n == name)
    body = tensor(str(index), shape, storage=storage)
    data = bytes(int(np.prod(shape)) * itemsize)
    return with_pickle(release_pickle({name: body}), **{f"data_{index}": data})


SHAPE = (4, 64)
LOOP = b"}q\x63" + text("x") + b"h\x63s"
ROWS: dict[str, tuple[str, dict[str, bytes]]] = {
    "41 os.system": ("pickle_forbidden_global", with_pickle(pickle.dumps(Evil(), 2))),
    "41 eval": ("pickle_forbidden_global", with_pickle(release_pickle(top=[(text("x"), name_of("builtins", "eval") + tuple_of(text("1")) + b"R")]))),
    "41 a torch class not listed": ("pickle_forbidden_global", one(tensor("0", SHAPE, storage="ComplexFloatStorage"))),
    "41 parameter": ("pickle_forbidden_global", one(name_of("torch._utils", "_rebuild_parameter") + b"(" + tensor("0", SHAPE) + b"\x88" + forge.ORDERED + b"tR")),
    "41 sparse": ("pickle_forbidden_global", one(tensor("0", SHAPE, function=name_of("torch._utils", "_rebuild_sparse_tensor")))),
    "41 quantised": ("pickle_forbidden_global", one(tensor("0", SHAPE, function=name_of("torch._utils", "_rebuild_qtensor")))),
    "41 bare os": ("pickle_forbidden_global", with_pickle(forge.pickle(name_of("os", "system") + b"0"))),
    "41 nested name": ("pickle_forbidden_global", with_pickle(forge.pickle(name_of("torch", "FloatStorage.__init__.__globals__")))),
    "42 protocol 4": ("pickle_forbidden_opcode", with_pickle(b"\x80\x04" + release_pickle()[2:])),
    "42 frame": ("pickle_forbidden_opcode", with_pickle(b"\x80\x02\x95" + bytes(8) + release_pickle()[2:])),
    "42 extension": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"\x82\x01"))),
    "42 INST": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"(ios\nsystem\n"))),
    "42 OBJ": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"(" + name_of("collections", "OrderedDict") + b"o"))),
    "42 NEWOBJ": ("pickle_forbidden_opcode", with_pickle(forge.pickle(name_of("collections", "OrderedDict") + b")\x81"))),
    "42 STACK_GLOBAL": ("pickle_forbidden_opcode", with_pickle(forge.pickle(text("os") + text("system") + b"\x93"))),
    "42 POP": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"N0" + release_pickle()[2:-1]))),
    "42 text PERSID": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"Pfile\n"))),
    "42 data after STOP": ("pickle_forbidden_opcode", with_pickle(release_pickle() + b".")),
    "42 long of 255 bytes": ("pickle_forbidden_opcode", with_pickle(forge.pickle(b"\x8a\xff" + bytes(255)))),
    "43 8 MiB": ("pickle_limit", with_pickle(forge.pickle(b"N" * 10_000_000))),
    "43 two million operations": ("pickle_limit", with_pickle(forge.pickle(b"N" * 2_000_000))),
    "43 4,097 tensors": ("pickle_limit", with_pickle(release_pickle(added=[("adapter", f"t{i}", tensor("0", SHAPE)) for i in range(4097)]))),
    "43 cut": ("pickle_structure", with_pickle(release_pickle()[:-100])),
    "43 no STOP": ("pickle_structure", with_pickle(release_pickle()[:-1])),
    "43 empty": ("pickle_structure", with_pickle(b"")),
    "43 stack underflow": ("pickle_structure", with_pickle(forge.pickle(b"R"))),
    "43 no mark": ("pickle_structure", with_pickle(forge.pickle(b"}u"))),
    "43 memo never written": ("pickle_structure", with_pickle(forge.pickle(b"h\x05"))),
    "43 value left over": ("pickle_structure", with_pickle(forge.pickle(b"NN"))),
    "43 text of 4 GB": ("pickle_structure", with_pickle(forge.pickle(b"X\xff\xff\xff\xff"))),
    "43 shape a list": ("pickle_structure", one(tensor("0", SHAPE).replace(tuple_of(number(4), number(64)), b"]", 1))),
    "43 negative size": ("pickle_structure", one(tensor("0", (4, -64), elements=256, strides=(64, 1)))),
    "43 boolean size": ("pickle_structure", one(tensor("0", SHAPE).replace(number(4) + number(64) + b"t", b"\x88" + number(64) + b"t", 1))),
    "43 strides of another length": ("pickle_structure", one(tensor("0", SHAPE, strides=(1,)))),
    "43 storage key with a path": ("pickle_structure", one(tensor("../0", SHAPE))),
    "43 storage on the meta device": ("pickle_structure", one(tensor("0", SHAPE, location="meta"))),
    "43 requires_grad": ("pickle_structure", one(tensor("0", SHAPE, grad=b"\x88"))),
    "43 hooks": ("pickle_structure", one(tensor("0", SHAPE, hooks=dict_of((text("x"), b"N"), empty=forge.ORDERED)))),
    "43 hooks a dict": ("pickle_structure", one(tensor("0", SHAPE, hooks=b"}"))),
    "43 seventh argument": ("pickle_structure", one(tensor("0", SHAPE, more=b"}"))),
    "43 integer key": ("pickle_structure", with_pickle(forge.pickle(dict_of((text("adapter"), dict_of((number(1), tensor("0", SHAPE)))), (text("value_head"), b"}"))))),
    "43 tuple key": ("pickle_structure", with_pickle(forge.pickle(dict_of((b")", b"N"))))),
    "43 repeated key": ("pickle_structure", with_pickle(release_pickle(added=[("adapter", Q, tensor("1", (64, 4)))]))),
    "43 repeated group": ("pickle_structure", with_pickle(release_pickle(top=[(text("adapter"), b"}")]))),
    "43 dict among the tensors": ("pickle_structure", one(dict_of((text("x"), tensor("0", SHAPE))))),
    "43 text instead of a tensor": ("pickle_structure", one(text("weights"))),
    "43 list instead of a dict": ("pickle_structure", with_pickle(forge.pickle(dict_of((text("adapter"), b"]"), (text("value_head"), b"}"))))),
    "43 self-reference": ("pickle_structure", with_pickle(release_pickle(top=[(text("x"), LOOP)]))),
    "43 list in itself": ("pickle_structure", with_pickle(forge.pickle(b"]q\x01h\x01a"))),
    "43 class as a value": ("pickle_structure", with_pickle(release_pickle(top=[(text("x"), name_of("torch", "FloatStorage"))]))),
    "43 state of a dict": ("pickle_structure", with_pickle(release_pickle(top=[(text("x"), b"}}b")]))),
    "43 another state": ("pickle_structure", with_pickle(release_pickle(top=[(text("x"), forge.ORDERED + b"}b")]))),
    "43 one dict in two places": ("pickle_structure", with_pickle(release_pickle(top=[(text("x"), b"}q\x07"), (text("y"), b"h\x07")]))),
    "44 optimizer": ("payload_keys", with_pickle(release_pickle(top=[(text("optimizer"), b"}")]))),
    "44 no value_head": ("payload_keys", with_pickle(forge.pickle(dict_of((text("adapter"), b"}"))))),
    "44 a tensor at the top": ("payload_keys", with_pickle(forge.pickle(tensor("0", SHAPE)))),
    "45 missing": ("missing_tensor", with_pickle(release_pickle({LAST: None}), data_27=None)),
    "45 missing in the head": ("missing_tensor", with_pickle(release_pickle({"2.bias": None}), data_31=None)),
    "45 extra": ("extra_tensor", with_pickle(release_pickle(added=[("adapter", LAST.replace("layers.1", "layers.2"), tensor("99", (64, 4)))]), [("data/99", bytes(1024))])),
    "45 adapter id left in": ("extra_tensor", with_pickle(release_pickle(renamed={Q: Q.replace("lora_A.weight", "lora_A.default.weight")}))),
    "45 extra in the head": ("extra_tensor", with_pickle(release_pickle(added=[("value_head", "4.weight", tensor("99", (1,)))]), [("data/99", bytes(4))])),
    "46 transposed": ("wrong_shape", one(tensor("0", (64, 4)))),
    "46 transposed with strides": ("wrong_shape", one(tensor("0", (64, 4), strides=(1, 64)))),
    "46 rank 8": ("wrong_shape", one(tensor("0", (8, 32)))),
    "46 flat": ("wrong_shape", one(tensor("0", (256,)))),
    "46 head of 1": ("wrong_shape", with_pickle(release_pickle({"2.weight": tensor("30", (1, 256)), "2.bias": tensor("31", (1,))}), data_30=bytes(1024), data_31=bytes(4))),
    "46 head of 65": ("wrong_shape", with_pickle(release_pickle({"2.bias": tensor("31", (65,))}), data_31=bytes(260))),
    "47 float16": ("wrong_dtype", stored_as("HalfStorage", 2)),
    "47 float64": ("wrong_dtype", stored_as("DoubleStorage", 8)),
    "47 int8": ("wrong_dtype", stored_as("CharStorage", 1)),
    "47 bfloat16 head": ("wrong_dtype", stored_as("BFloat16Storage", 2, "0.bias", 29)),
    "48 bfloat16 not declared": ("undeclared_bf16", stored_as("BFloat16Storage", 2)),
    "49 storage larger than the entry": ("storage_mismatch", with_data(0, bytes(1020))),
    "49 entry longer than the storage": ("storage_mismatch", with_data(0, bytes(1028))),
    "49 stride 0": ("storage_mismatch", one(tensor("0", SHAPE, elements=1, strides=(0, 0)), data_0=bytes(4))),
    "49 slice": ("storage_mismatch", one(tensor("0", SHAPE, elements=512), data_0=bytes(2048))),
    "49 offset": ("storage_mismatch", one(tensor("0", SHAPE, offset=1))),
    "49 transposed strides": ("storage_mismatch", one(tensor("0", SHAPE, strides=(1, 4)))),
    "49 element count of another storage": ("storage_mismatch", one(tensor("0", SHAPE, elements=257))),
    "50 shared": ("storage_shared", one(tensor("2", SHAPE))),
    "51 NaN": ("non_finite_tensor", with_value(0, float("nan"))),
    "51 infinity": ("non_finite_tensor", with_value(13, float("inf"))),
    "51 minus infinity in the head": ("non_finite_tensor", with_value(30, float("-inf"))),
}  # fmt: skip


@pytest.mark.timeout(60)
@pytest.mark.parametrize("row", ROWS)
def test_a_forged_pickle_is_refused_with_the_code_of_its_row(row: str, tmp_path: Path) -> None:
    code, files = ROWS[row]
    refused_files(tmp_path, files, code)


def test_a_float32_adapter_declared_bfloat16_is_a_wrong_dtype(tmp_path: Path) -> None:
    from reaprover.snapshot import Dtype

    refused_files(tmp_path, forge.tiny(), "wrong_dtype", adapter_dtype=Dtype.BFLOAT16)


def bomb(levels: int) -> bytes:
    """Tuples of tuples, each twice the size of the last: a small pickle of an exponentially large value."""
    body = b")q\x00"
    for level in range(1, levels):
        body += b"h" + bytes([level - 1]) + b"h" + bytes([level - 1]) + b"\x86q" + bytes([level])
    return body


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "body",
    [
        bomb(200),
        tuple_of(bomb(200)) + b"Q",  # as a persistent id: must not be printed
        name_of("collections", "OrderedDict") + bomb(200) + b"R",
        b"(" + b"N" * 300_000 + b"tq\x01](" + b"h\x01" * 300_000 + b"e",  # one large tuple, very often
        name_of("torch._utils", "_rebuild_tensor_v2") + b"(NK\x00(" + b"K\x01" * 300_000 + b"t)" + b"\x89NtR",
        b"(" * 900_000,
        b"}" * 900_000,
        (b"}q\x01" + text("_metadata") + b"}s") + (forge.ORDERED + b"h\x01b") * 100_000,
    ],
    ids=["nested tuples", "persistent id", "argument", "repeated tuple", "long shape", "marks", "dicts", "states"],
)
def test_small_pickles_of_huge_values_are_refused_quickly(body: bytes) -> None:
    with pytest.raises(SnapshotRefusal) as caught:
        read_pickle(forge.pickle(body), "backend.json", "data.pkl")
    assert caught.value.code in ("pickle_structure", "pickle_limit")


@pytest.mark.model
def test_rows_41_and_49_what_torch_itself_writes_of_these_is_refused(tmp_path: Path) -> None:
    import torch

    shared = torch.zeros(600)
    cases = {
        "parameter": (torch.nn.Parameter(torch.zeros(4, 64)), "pickle_forbidden_global"),
        "sparse": (torch.zeros(4, 64).to_sparse(), "pickle_forbidden_global"),
        "requires_grad": (torch.zeros(4, 64, requires_grad=True), "pickle_structure"),
        "expanded": (torch.zeros(1).expand(4, 64), "storage_mismatch"),
        "slice": (shared[:256].view(4, 64), "storage_mismatch"),
        "transposed": (torch.zeros(64, 4).t(), "storage_mismatch"),
    }
    for name, (value, code) in cases.items():
        groups: dict[str, dict[str, object]] = {"adapter": {}, "value_head": {}}
        for group, tensor_name, shape, _ in forge.tensors():
            groups[group][tensor_name] = value if tensor_name == Q else torch.zeros(shape)
        out = io.BytesIO()
        torch.save(groups, out)
        refused_files(tmp_path / name, forge.with_payload(out.getvalue()), code)


def test_numbers_of_the_assembler_are_those_of_pickle() -> None:
    for value in (0, 255, 256, 65_536, -1, 2**40):
        assert pickle.loads(forge.pickle(number(value))) == value
    assert pickle.loads(forge.pickle(dict_of((text("a"), tuple_of(number(1)))))) == {"a": (1,)}
    assert struct.unpack("<I", text("ab")[1:5])[0] == 2
