"""Worker processes for work that would block the event loop: the parent's side and the worker's.

A message in either direction is its length in four bytes, then its body. A job is pickled, which is safe because it
comes from our own parent. An answer is ``+`` and its bytes, or ``-`` and the error. The process ends when its parent
does.
"""

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY_LIMIT = 2**30  # bytes of one process
ROOT = Path(__file__).parents[2]  # the import path of our packages


class WorkerError(Exception):
    """A job has failed; the next one isn't affected."""


class SubprocessWorker:
    """One process of ``python -m module``, started by the first job and restarted after it dies or hangs.

    It ends after a while without a job, which frees its memory; the next job restarts it. Everything runs on the event
    loop on which it is first used.
    """

    fault: type[Exception] = WorkerError  # raised for a failed job
    idle: float | None = 300.0  # seconds without a job until the process ends; None: never

    def __init__(self, module: str, *arguments: str, timeout: float) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False
        self._idle_timer: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Return True if the process was started and, as far as known, is alive."""
        return self._process is not None and self._process.returncode is None

    def on_process_lost(self) -> None:
        """React to the loss of the process and its memory."""

    async def submit(self, job: object) -> bytes:
        """Run a job, one at a time. Raises `fault`. Cancelling it while the process works ends the process."""
        async with self._lock:
            if self._closed:
                raise self.fault("closed")
            self._cancel_idle_timer()
            try:
                async with asyncio.timeout(self._timeout):
                    answer = await self._exchange(pickle.dumps(job, pickle.HIGHEST_PROTOCOL))
            except (OSError, EOFError, TimeoutError) as fault:
                await self._end(kill=True)
                raise self.fault(f"the worker process failed: {type(fault).__name__} {fault}") from fault
            except BaseException:  # cancelled: its answer must not reach another job
                await self._end(kill=True)
                raise
            if self.idle is not None:
                self._idle_timer = asyncio.get_running_loop().call_later(self.idle, self._on_idle)
        if answer[:1] != b"+":
            raise self.fault(answer[1:].decode())
        return answer[1:]

    async def close(self) -> None:
        """End the process. No job can run afterwards."""
        self._closed = True
        async with self._lock:
            await self._end()

    def _cancel_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    def _on_idle(self) -> None:
        self._ending = asyncio.create_task(self._end_idle(self._idle_timer), name="hob ends an idle process")

    async def _end_idle(self, since: asyncio.TimerHandle | None) -> None:
        async with self._lock:
            if self._idle_timer is since:  # no job has come in the meantime
                await self._end()

    async def _exchange(self, message: bytes) -> bytes:
        worker = self._process
        if worker is not None and worker.returncode is not None:
            worker = None
            self.on_process_lost()
        if worker is None:
            pipe = asyncio.subprocess.PIPE
            worker = self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, cwd=ROOT, env=worker_environment()
            )
        assert worker.stdin and worker.stdout
        worker.stdin.write(len(message).to_bytes(4, "big") + message)
        await worker.stdin.drain()
        size = int.from_bytes(await worker.stdout.readexactly(4), "big")
        return await worker.stdout.readexactly(size)

    async def _end(self, kill: bool = False) -> None:
        self._cancel_idle_timer()
        worker, self._process = self._process, None
        self.on_process_lost()
        if worker is None:
            return
        assert worker.stdin
        worker.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            if kill:
                worker.kill()
            try:
                await asyncio.wait_for(worker.wait(), 5)
            except TimeoutError:
                worker.kill()
                await worker.wait()


def worker_environment() -> dict[str, str]:
    """Return the worker's environment: our import path, and none of Hob's settings, such as the token."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("HOB_")}
    return others | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def serve(work: Callable[[object], bytes], nice: int) -> None:
    """Run jobs in the worker process until the parent is gone."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the whole process group gets them, but the parent decides
        signal.signal(number, signal.SIG_IGN)
    if resource is not None:  # a damaged table that needs more memory than any picture gets an error
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]  # operators may allow less
        limit = MEMORY_LIMIT if most == resource.RLIM_INFINITY else min(MEMORY_LIMIT, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    if hasattr(os, "nice"):
        os.nice(nice)  # on a single core: presses first, then pictures, then searches
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
