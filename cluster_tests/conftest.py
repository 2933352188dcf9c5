"""Local clusters that are started once for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from cluster_tests.clusters import KINDS, ROOT

ENVIRONMENT = {
    # Ray: no reports of usage, no colours or progress, and no monitor of memory on busy machines.
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    # Ray gives up a call after two workers instead of four, which take a second each to start.
    "RAY_TASK_MAX_RETRIES": "1",
}


@pytest.fixture(scope="session", autouse=True)
def _environment() -> Iterator[None]:
    """Let workers import the tests, and configure Ray."""
    os.environ.update(ENVIRONMENT)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), before]))
    yield
    os.environ["PYTHONPATH"] = before or ""


@pytest.fixture(scope="session")
def dask_address(_environment: None) -> Iterator[str]:
    """Start a local cluster of Dask, and return its address."""
    import dask  # noqa: PLC0415 - it takes half a second
    from distributed import LocalCluster  # noqa: PLC0415

    options = {
        # Dask gives up a call after two workers instead of four, which take a second each to start.
        "distributed.scheduler.allowed-failures": 1,
        # The cluster does not give up a worker whose place is empty after 15 seconds.
        "distributed.deploy.lost-worker-timeout": "1h",
    }
    with (
        dask.config.set(options),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
    ):
        yield cluster.scheduler_address


@pytest.fixture(scope="session")
def ray_address(_environment: None) -> Iterator[str]:
    """Start a local cluster of Ray, and return its address."""
    import ray  # noqa: PLC0415

    environment = {"env_vars": {"PYTHONPATH": str(ROOT)}}
    context = ray.init(
        num_cpus=2, include_dashboard=False, runtime_env=environment, log_to_driver=False
    )
    yield context.address_info["address"]
    ray.shutdown()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Return the name of a kind of cluster, one after another."""
    name: str = request.param
    return name


@pytest.fixture
def address(kind: str, request: pytest.FixtureRequest) -> str:
    """Return the address of the cluster of this kind, which has started then."""
    if kind == "loky":
        return ""
    found: str = request.getfixturevalue("ray_address" if kind == "ray" else "dask_address")
    return found
