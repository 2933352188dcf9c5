"""The soak: very many random games on all cores, part of them with every check.

``nox -s soak`` runs it. It can be stopped at any time and resumed by the same command.
"""
