"""Tests that need local clusters of loky, Dask, Ray and MPI; ``nox -s cluster`` runs them."""
