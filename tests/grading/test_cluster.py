"""`autograder grade --scheduler` on a real Dask scheduler with workers of its own: as on one machine, whoever dies."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gradebooks
import psutil
import pytest
from courses import Course

from autograder.errors import CourseError
from autograder.grading import cluster
from autograder.grading.submissions import Submission

pytest.importorskip(
    "distributed", reason="grading on a cluster needs pip install 'transformer-course[cluster]'"
)


class Cluster:
    """A scheduler and workers, processes of this machine."""

    def __init__(self, folder: Path, environment: dict[str, str], *options: str) -> None:
        self.folder, self.environment = folder, environment
        self.processes: list[subprocess.Popen[bytes]] = []
        self.log = (folder / "cluster.log").open("ab")
        file = folder / "scheduler.json"
        self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(file),
            *options,
        )
        self._wait(file.exists)
        self.address: str = json.loads(file.read_text(encoding="utf-8"))["address"]

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]]
        started = subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stdout=self.log, stderr=self.log
        )
        self.processes.append(started)
        return started

    def add_worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """A worker with a nanny, which starts it anew when it ends."""
        kept, self.environment = self.environment, {**self.environment, **environment}
        try:
            return self._start("worker", self.address, "--nthreads", "1", "--no-dashboard", *options)
        finally:
            self.environment = kept

    def workers(self) -> list[psutil.Process]:
        """The processes that grade for Dask: children of the nannies."""
        found = []
        for nanny in self.processes[1:]:
            try:
                found += [
                    child
                    for child in psutil.Process(nanny.pid).children()
                    if "spawn_main" in " ".join(child.cmdline())
                ]
            except psutil.Error:
                continue
        return found

    def wait_for(self, workers: int) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=600)

    def _wait(self, there, seconds: float = 600) -> None:
        end = time.monotonic() + seconds
        while not there():
            assert time.monotonic() < end, (self.folder / "cluster.log").read_text(encoding="utf-8")[-3000:]
            time.sleep(0.1)

    def stop(self) -> None:
        """End everything at once; what a worker has started leaves with it."""
        family = [child for process in self.processes for child in _family(process.pid)]
        for process in family:
            with contextlib.suppress(psutil.Error):
                process.kill()
        for started in self.processes:
            started.wait(timeout=600)
        self.log.close()


def _family(pid: int) -> list[psutil.Process]:
    try:
        process = psutil.Process(pid)
        return [*process.children(recursive=True), process]
    except psutil.Error:
        return []


@contextmanager
def cluster_of(folder: Path, environment: dict[str, str], workers: int, *options: str) -> Iterator[Cluster]:
    made = Cluster(folder, environment, *options)
    try:
        for _ in range(workers):
            made.add_worker()
        if workers:
            made.wait_for(workers)
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    made = Course(tmp_path_factory.mktemp("course"))
    made.hand_in(10)
    return made


@pytest.fixture(scope="module")
def local(course: Course) -> list[tuple[object, ...]]:
    """What the class gets on this machine."""
    course.grade("--workers", "2")
    return course.grades()


@pytest.fixture(scope="module")
def two(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_of(tmp_path_factory.mktemp("dask"), course.environment, 2) as made:
        yield made


def wipe(course: Course) -> None:
    """No result and no grade is left."""
    shutil.rmtree(course.root / "autograded", ignore_errors=True)
    gradebooks.place(course.root)


def test_a_cluster_gives_the_grades_of_one_machine(
    course: Course, local: list[tuple[object, ...]], two: Cluster
) -> None:
    wipe(course)
    done = course.grade("--scheduler", two.address)
    assert "10 graded now" in done.stdout
    assert "can run code on this machine, where the gradebook is" in done.stderr  # no certificates here
    assert course.grades() == local
    assert course.graded() == {f"s{n:03}" for n in range(10)}
    again = course.grade("--scheduler", two.address)
    assert "0 graded now, 10 were graded already" in again.stdout


def test_workers_killed_at_random_change_nothing(
    course: Course, local: list[tuple[object, ...]], two: Cluster
) -> None:
    wipe(course)
    run, draw, killed = course.start("--scheduler", two.address), random.Random(3), 0
    while run.poll() is None:
        time.sleep(draw.uniform(0.5, 1.5))
        workers = two.workers()
        if workers and killed < 3:
            draw.choice(workers).kill()
            killed += 1
    assert run.returncode == 0 and killed
    assert course.grades() == local
    assert len(course.graded()) == 10


def test_a_worker_with_another_secret_is_refused(course: Course, tmp_path: Path) -> None:
    other = tmp_path / "secret"
    other.write_text("f" * 64, encoding="ascii")
    other.chmod(0o600)
    environment = {**course.environment, "AUTOGRADER_SECRET_FILE": str(other)}
    with cluster_of(tmp_path, environment, 1) as made:
        done = course.grade("--scheduler", made.address, "--force", "--students", "s000", check=False)
    assert done.returncode == 1
    assert "s000: the worker on" in done.stderr and "has another grading secret" in done.stderr


@pytest.mark.slow
def test_with_certificates_nobody_else_is_let_in(course: Course, tmp_path: Path) -> None:
    """As docs/scale.md says; and without them, the command says who can run code on this machine."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    ours, others = (certificate(tmp_path, name) for name in ("ours", "others"))
    one = "--force", "--students", "s000"
    with cluster_of(tmp_path, {**course.environment, **ours}, 0, "--protocol", "tls") as made:
        assert made.address.startswith("tls://")
        made.add_worker()
        course.environment, kept = {**course.environment, **ours}, course.environment
        try:
            done = course.grade("--scheduler", made.address, *one)
            assert "1 graded now" in done.stdout and "can run code" not in done.stderr
            plain = made.address.replace("tls://", "tcp://")
            refused = course.grade("--scheduler", plain, *one, check=False)
            assert refused.returncode == 2 and "asks for certificates" in refused.stderr
            course.environment = {**kept, **others}
            refused = course.grade("--scheduler", made.address, *one, check=False)
            assert refused.returncode == 2 and "no Dask scheduler answers" in refused.stderr
            course.environment = kept
            refused = course.grade("--scheduler", made.address, *one, check=False)
            assert refused.returncode == 2 and "lets nobody in without a certificate" in refused.stderr
            refused = course.grade("--scheduler", plain, *one, check=False)
            assert refused.returncode == 2 and "no Dask scheduler answers" in refused.stderr
        finally:
            course.environment = kept
    assert refused.stderr.startswith(f"everybody who can reach {plain} can run code on this machine")


def certificate(folder: Path, name: str) -> dict[str, str]:
    """One file that is certificate, key and authority, and the variables that name it to Dask."""
    key, signed = folder / f"{name}.pem", folder / f"{name}.crt"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cluster",
         "-keyout", str(key), "-out", str(signed)],
        check=True, capture_output=True,
    )  # fmt: skip
    key.write_text(key.read_text() + signed.read_text())
    kinds = [
        "CA_FILE",
        *(f"{who}__{what}" for who in ("SCHEDULER", "WORKER", "CLIENT") for what in ("CERT", "KEY")),
    ]
    named = {f"DASK_DISTRIBUTED__COMM__TLS__{kind}": str(key) for kind in kinds}
    return {**named, "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True"}


def test_nobody_at_the_address_is_one_sentence(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    monkeypatch.setattr(cluster, "setting_of", lambda lesson: cluster.Setting("r", "s", "t"))
    one = [Submission("ada", "00_tiny", course.root, ("00_tiny",))]
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:notaport"):
        with pytest.raises(CourseError, match="no Dask scheduler answers at"):
            list(cluster.graded(one, address))


def test_a_scheduler_without_workers_is_one_sentence(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WAITING", 1.0)
    monkeypatch.setattr(cluster, "setting_of", lambda lesson: cluster.Setting("r", "s", "t"))
    with (
        cluster_of(tmp_path, course.environment, 0) as made,
        pytest.raises(CourseError, match="no worker has joined"),
    ):
        list(cluster.graded([Submission("ada", "00_tiny", course.root, ("00_tiny",))], made.address))


def test_a_scheduler_that_goes_away_keeps_what_was_graded(
    course: Course, local: list[tuple[object, ...]], tmp_path: Path
) -> None:
    wipe(course)
    with cluster_of(tmp_path, course.environment, 1) as made:
        run = subprocess.Popen(
            course.grading("--scheduler", made.address),
            cwd=course.root,
            env=course.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        while len(course.graded()) < 2 and run.poll() is None:
            time.sleep(0.1)
        os.kill(made.processes[0].pid, 9)
        said, _ = run.communicate(timeout=600)
    assert run.returncode != 0 and "went away" in said and "Traceback" not in said, said[-2000:]
    kept = course.graded()
    assert 2 <= len(kept) < 10
    course.grade("--workers", "2")
    assert course.grades() == local


def test_what_cannot_be_read_is_a_row(course: Course, two: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "setting_of", lambda lesson: cluster.Setting("r", "s", "t"))

    class Gone(Submission):
        @property
        def notebooks(self) -> dict[str, Path]:
            return {"00_tiny": self.folder / "not there.ipynb"}

    ((_, graded),) = cluster.graded([Gone("ada", "00_tiny", course.root, ("00_tiny",))], two.address)
    assert graded.failure == "it cannot be read (No such file or directory)"
