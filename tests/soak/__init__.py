"""The soak: very many random games on all cores, a part of them checked in every way there is.

``nox -s soak`` runs it. It can be stopped at any time, and the same command goes on.
"""
