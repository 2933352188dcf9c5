"""Benchmarks: ``nox -s bench`` measures both builds, ``python -m benchmarks`` the installed one."""
