"""Bodies of session requests: every field checked before anything is looked up (spec service.md, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reaprover.core.canonical import MAX_JSON_INTEGER, JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.snapshot.identity import is_sha256, require_identifier
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import Role

_CREATE_KEYS = frozenset(
    {"theorem_id", "experience_id", "experience_weights_sha256", "experience_snapshot_sha256", "model_release_sha256", "role"}
    | {"expected_initialization_contract_sha256"}
)


@dataclass(frozen=True, slots=True)
class CreateBody:
    """What a new session shall be; rules between fields hold."""

    theorem_id: str | None = None
    experience_id: str | None = None
    experience_weights_sha256: str | None = None
    experience_snapshot_sha256: str | None = None
    model_release_sha256: str | None = None
    role: Role = Role.THEOREM
    contract_sha256: str | None = None


def require_keys(body: JsonObject, required: Iterable[str], optional: Iterable[str] = ()) -> None:
    """Exactly these keys.

    Raises:
        InputError: one is missing or unknown.
    """
    required, optional = set(required), set(optional)
    for key in sorted(required - body.keys()):
        raise InputError(f"body.{key}", "is missing", expected="the key")
    for key in sorted(body.keys() - required - optional):
        raise InputError(f"body.{key[:64]}", "is not known", expected=f"only {', '.join(sorted(required | optional))}")


def identifier(body: JsonObject, key: str) -> str:
    """An identifier field.

    Raises:
        InputError: no text.
        InvalidIdentifier: a malformed one.
    """
    value = body.get(key)
    if not isinstance(value, str):
        raise InputError(f"body.{key}", "is no identifier", found=_kind(value), expected="a text")
    return require_identifier(value, key)


def count(body: JsonObject, key: str) -> int:
    """A non-negative integer field; true and 3.0 are none.

    Raises:
        InputError: anything else.
    """
    value = body.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_JSON_INTEGER:
        raise InputError(f"body.{key}", "is no count", found=_kind(value), expected="an integer of at least 0")
    return value


def flag(body: JsonObject, key: str, default: bool) -> bool:
    """A boolean field.

    Raises:
        InputError: anything else.
    """
    value = body.get(key, default)
    if not isinstance(value, bool):
        raise InputError(f"body.{key}", "is no boolean", found=_kind(value), expected="true or false")
    return value


def mapping(body: JsonObject, key: str) -> JsonObject:
    """An object field.

    Raises:
        InputError: anything else.
    """
    value = body.get(key)
    if not isinstance(value, dict):
        raise InputError(f"body.{key}", "is no object", found=_kind(value), expected="an object")
    return value


def parse_create(body: JsonObject) -> CreateBody:
    """The body of a create request: types and texts. Rules between fields come later, after the id was looked up.

    Raises:
        InputError, InvalidIdentifier: the first field that is wrong.
    """
    require_keys(body, (), _CREATE_KEYS)
    ids = {key: _optional_identifier(body, key) for key in ("theorem_id", "experience_id")}
    hashes = {key: _optional_sha256(body, key) for key in _CREATE_KEYS if key.endswith("_sha256")}
    role = body.get("role")
    roles = [r.value for r in Role]
    if role is not None and role not in roles:
        raise InputError("body.role", "is not known", found=_kind(role), expected=", ".join(roles))
    default = Role.ACTOR if hashes["model_release_sha256"] is not None else Role.THEOREM
    return CreateBody(
        ids["theorem_id"],
        ids["experience_id"],
        hashes["experience_weights_sha256"],
        hashes["experience_snapshot_sha256"],
        hashes["model_release_sha256"],
        default if role is None else Role(role),
        hashes["expected_initialization_contract_sha256"],
    )


def check_create(body: CreateBody, *, has_roles: bool, contract_sha256: str) -> None:
    """Rules between the fields of a create request.

    Args:
        body: the parsed body.
        has_roles: the backend knows learners and actors.
        contract_sha256: of the server's contract.

    Raises:
        InputError: the first rule that is broken.
    """
    if body.role is not Role.THEOREM and not has_roles:
        raise InputError("body.role", "needs a replay backend", found=body.role.value, expected="theorem, on this backend")
    if body.model_release_sha256 is not None:
        if any((body.experience_id, body.experience_weights_sha256, body.experience_snapshot_sha256)):
            raise InputError("body.model_release_sha256", "excludes experience_* keys", expected="one or the other")
        if body.role is Role.THEOREM:
            raise InputError("body.role", "does not go with model_release_sha256", found=body.role.value, expected="actor or learner")
    if body.role is Role.ACTOR and (body.model_release_sha256 is None or not is_sha256(body.theorem_id)):
        raise InputError("body", "an actor needs model_release_sha256 and a theorem_id that is a sha256", expected="both")
    if body.role is Role.LEARNER and (body.theorem_id is not None or body.experience_id is not None):
        raise InputError("body", "a learner has neither theorem nor experience", expected="neither")
    if (body.experience_weights_sha256 is None) != (body.experience_snapshot_sha256 is None):
        raise InputError(
            "body", "one pin of the experience is missing", expected="experience_weights_sha256 and experience_snapshot_sha256"
        )
    if body.experience_weights_sha256 is not None and body.experience_id is None:
        raise InputError("body.experience_id", "is missing", expected="the experience that the pins belong to")
    if body.experience_id is not None and body.theorem_id is None:
        raise InputError("body.theorem_id", "is missing", expected="the theorem that the experience is used for")
    if body.contract_sha256 is not None and body.contract_sha256 != contract_sha256:
        raise InputError(
            "body.expected_initialization_contract_sha256", "is another contract", found=body.contract_sha256, expected=contract_sha256
        )


def _optional_identifier(body: JsonObject, key: str) -> str | None:
    return None if body.get(key) is None else identifier(body, key)


def _optional_sha256(body: JsonObject, key: str) -> str | None:
    value = body.get(key)
    if value is None:
        return None
    if not is_sha256(value):
        raise InputError(f"body.{key}", "is no sha256", found=_kind(value), expected="64 lower-case hexadecimal digits")
    assert isinstance(value, str)
    return value


def require_session_id(value: str, *, allows_dots: bool) -> str:
    """The id of a session in an address.

    Raises:
        InvalidIdentifier: malformed, or with a dot where a model's sessions may have none.
    """
    require_identifier(value, "session_id")
    if not allows_dots and "." in value:
        raise refuse("bad_identifier", "", "session_id", found=value, expected="an id without a dot")
    return value


def _kind(value: JsonValue) -> str:
    if value is None:
        return "null or nothing"
    return f"a text of {len(value)} characters" if isinstance(value, str) else repr(value)[:40]
