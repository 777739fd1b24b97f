"""The `lean` program of the shared library through ctypes, for machines without a C compiler; also a guard for other programs.

Run as a script, never imported: `python -I -S launcher.py lib LIBRARY ARGUMENT…` runs `lean`;
`python -I -S launcher.py run PROGRAM ARGUMENT…` runs a program. Either way the whole process group is killed when the pipe whose
descriptor REAPROVER_LIFELINE_FD names reaches its end, that is when the process that started it is gone.
The standard library alone is used, and little of it: this is on the path of every start.
"""

import ctypes
import os
import signal
import sys
import threading


def _watch(descriptor: int) -> None:
    while os.read(descriptor, 1):
        pass
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(137)


def main(arguments: list[str]) -> int:
    """Run what the arguments name; returns the exit status."""
    lifeline = os.environ.get("REAPROVER_LIFELINE_FD")
    if lifeline is not None:
        threading.Thread(target=_watch, args=(int(lifeline),), daemon=True).start()
    mode, program, *rest = arguments
    if mode == "run":
        child = os.posix_spawnp(program, [program, *rest], os.environ)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255
    library = ctypes.CDLL(program, mode=ctypes.RTLD_GLOBAL)
    words = [b"lean", *(os.fsencode(word) for word in rest)]
    status = int(library.lean_main(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None))) & 255
    ctypes.CDLL(None).fflush(None)  # what C has printed and not yet written: the exit below would lose it
    return status


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
