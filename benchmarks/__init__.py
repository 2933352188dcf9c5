"""How fast the engine is: ``python -m benchmarks`` prints it for this machine."""
