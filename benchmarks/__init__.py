"""How fast the engine is: ``nox -s bench`` measures both builds, ``python -m benchmarks`` what is installed."""
