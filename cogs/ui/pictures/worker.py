"""The process that paints: ``python -m cogs.ui.pictures.worker``, started and fed by painter.Painter.

Both ways a message is its length in four bytes and its body.  Jobs are pickled (they come from our own parent);
an answer is ``+`` and a PNG, or ``-`` and what went wrong.  The worker ends when its parent does.
"""

import os
import pickle
import signal
import sys

from cogs.ui.pictures import paint
from cogs.ui.pictures.scene import Scene


def work(job: object) -> bytes:
    if isinstance(job, Scene):
        return paint.render(job)
    if isinstance(job, list):
        paint.warm(job)
    return b""


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group, they are the parent's business
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # where there is one core only, presses come before pictures
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    while len(size := jobs.read(4)) == 4:
        try:
            answer = b"+" + work(pickle.loads(jobs.read(int.from_bytes(size, "big"))))
        except Exception as fault:
            answer = b"-" + f"{type(fault).__name__}: {fault}".encode()
        try:
            answers.write(len(answer).to_bytes(4, "big") + answer)
            answers.flush()
        except BrokenPipeError:
            break


if __name__ == "__main__":
    main()
