"""The inside of the sandbox: closes the doors, then runs one program. Run as a script, never imported.

    python -I -S jail.py PLAN-AS-JSON

Standard library alone. The process that starts this reads one JSON line from descriptor `plan["report"]`: what was enforced
and how the program ended. The program itself never has that descriptor.

Steps: new user, mount, process, network, IPC and host-name namespaces; a private read-only view of the file system in which
temporary, home and run folders are empty but for the paths named in the plan; `/proc` of the new process namespace; limits;
all capabilities dropped for good; the program as child of the namespace's first process, so that nothing outlives it.
Where the system allows no namespaces, only limits, the process group and death signals remain, and the report says so.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # the start of every run pays for imports
    from typing import Any

    Record = dict[str, Any]

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2
AT_FDCWD, AT_RECURSIVE, SYS_MOUNT_SETATTR, SYS_CAPSET = -100, 0x8000, 442, 126
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 4, 24, 28, 38, 47
EMPTIED = ("/run", "/tmp", "/var/tmp", "/dev/shm", "/home", "/root")

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> None:
    """Call a C function; an error raises OSError."""
    if getattr(libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def set_attributes(path: str, add: int, remove: int, flags: int) -> None:
    """mount_setattr(2)."""
    attributes = (ctypes.c_uint64 * 4)(add, remove, 0, 0)
    if libc.syscall(SYS_MOUNT_SETATTR, AT_FDCWD, path.encode(), flags, attributes, 32) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"mount_setattr {path}: {os.strerror(number)}")


def bind(source: str, target: str) -> None:
    """Make `source` visible at `target`, which must exist."""
    call("mount", os.fsencode(source), os.fsencode(target), None, MS_BIND | MS_REC, None)


def enter_user_namespace() -> None:
    """Become root of a new user namespace, and take new mount, process, network, IPC and host-name namespaces with it."""
    user, group = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def build_view(plan: Record, report: Record) -> None:
    """The file system that the program sees."""
    call("mount", None, b"/", None, MS_REC | MS_PRIVATE, None)
    writable = plan["writable"]
    kept = []
    for path in [*plan["readable"], *writable]:
        real = os.path.realpath(path)
        if os.path.exists(real) and any(real == e or real.startswith(e + "/") for e in EMPTIED):
            kept.append((path, real, os.open(real, os.O_PATH), os.path.isdir(real)))
    for folder in EMPTIED:
        if os.path.isdir(folder) and not os.path.islink(folder):
            call("mount", b"none", folder.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"size=4m,mode=755")
    for path, real, descriptor, is_folder in sorted(kept, key=lambda item: len(item[1])):
        if is_folder:
            os.makedirs(real, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            if not os.path.exists(real):
                os.close(os.open(real, os.O_CREAT | os.O_WRONLY, 0o600))
        bind(f"/proc/self/fd/{descriptor}", real)
        os.close(descriptor)
        if path != real and not os.path.lexists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.symlink(real, path)
    for path in writable:
        real = os.path.realpath(path)
        if not any(real == e or real.startswith(e + "/") for e in EMPTIED):
            bind(real, real)
    try:
        call("mount", b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, None)
        report["proc"] = "private"
    except OSError:
        report["proc"] = "shared"  # a container that masks parts of /proc allows no fresh one; ids there cannot be signalled
    set_attributes("/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0, AT_RECURSIVE)
    for path in writable:
        set_attributes(os.path.realpath(path), 0, MOUNT_ATTR_RDONLY, 0)
    report["files"] = "read-only but for the scratch folder"


def drop_privileges() -> None:
    """No capability, now and for ever after."""
    libc.prctl(PR_SET_SECUREBITS, 0b101111, 0, 0, 0)  # root's identity gives nothing, locked
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    libc.prctl(PR_CAP_AMBIENT, 4, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    call("syscall", SYS_CAPSET, header, (ctypes.c_uint32 * 6)())


def set_limits(plan: Record) -> None:
    """Resource limits of the program; a limit that is already lower stays."""
    for name, value in plan["limits"].items():
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def run(plan: Record, report: Record) -> int:
    """Start the program and wait for it; returns its wait status."""
    child = os.fork()
    if child == 0:
        try:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and a program would inherit that
                signal.signal(number, signal.SIG_DFL)
            os.chdir(plan["folder"])
            set_limits(plan)
            libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            os.execve(plan["command"][0], plan["command"], plan["environment"])
        except BaseException as error:
            os.write(2, f"jail: {error}\n".encode())
        finally:
            os._exit(126)
    started = time.monotonic()
    status = None
    while status is None:
        pid, ended = os.wait()  # as first process of the namespace this one also inherits orphans
        if pid == child:
            status = ended
    report["elapsed_s"] = round(time.monotonic() - started, 4)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    report["cpu_s"] = round(usage.ru_utime + usage.ru_stime, 4)
    report["peak_kib"] = usage.ru_maxrss
    return status


def tell(plan: Record, report: Record) -> None:
    """Send the report to whoever started this."""
    os.write(plan["report"], json.dumps(report).encode() + b"\n")


def main() -> None:
    """Carry out the plan."""
    plan = json.loads(sys.argv[1])
    report: Record = {"level": "process", "weaker": "", "network": "shared", "proc": "shared", "files": "shared"}
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != plan["parent"]:
        os._exit(125)
    os.set_inheritable(plan["report"], False)
    if plan["namespaces"]:
        try:
            enter_user_namespace()
            report["level"], report["network"] = "namespaces", "none"
        except OSError as error:
            report["weaker"] = str(error)
            if plan["required"]:
                report["failed"] = f"namespaces are refused here ({error}), and this file may run code: it was not run"
                tell(plan, report)
                os._exit(0)
    if report["level"] == "namespaces":
        first = os.fork()
        if first == 0:
            try:
                libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
                build_view(plan, report)
                drop_privileges()
                libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # or the program could reach the report through /proc/1/fd
                report["status"] = run(plan, report)
            except BaseException as error:
                report["failed"] = f"{type(error).__name__}: {error}"
            tell(plan, report)
            os._exit(0)
        os.waitpid(first, 0)
        os._exit(0)
    try:
        report["status"] = run(plan, report)
    except BaseException as error:
        report["failed"] = f"{type(error).__name__}: {error}"
    tell(plan, report)
    os._exit(0)


if __name__ == "__main__":
    main()
