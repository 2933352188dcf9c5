"""The network of train_net.py trained with torch: held-out games, dropout, and weights that play without torch.

Run it with:

    python examples/train_torch.py

It needs numpy and torch: pip install "wonders-duel[learn]" torch. The data set is made as in `train_net.py`.
Torch computes the gradients, on a graphics card if there is one. The weights are exported as a table that
numpy reads, so the bot that searches with them runs where torch is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

try:
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional
except ModuleNotFoundError:
    needed = 'numpy and torch: pip install "wonders-duel[learn]" torch'
    raise SystemExit(f"train_torch.py needs {needed}") from None
from train_net import ACTIONS, ENCODER, Net, positions, rows_of, self_play, wins

GAMES = 160
HELD_OUT = 40
"""The number of other games, which measure the network and do not train it."""
HIDDEN = 64
ROUNDS = 6
BATCH = 64
RATE = 5e-4
DROPOUT = 0.5
"""The part of the inputs and of the hidden layer that is left out at random, as the games are few."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Rows, how much their players won, and the actions that were played."""


class TorchNet(nn.Module):
    """One hidden layer, a value and a policy."""

    def __init__(self) -> None:
        """Begin with small random weights."""
        super().__init__()
        self.dropout = nn.Dropout(DROPOUT)
        self.inner = nn.Linear(ENCODER.size, HIDDEN, bias=False)
        self.value = nn.Linear(HIDDEN, 1, bias=False)
        self.policy = nn.Linear(HIDDEN, ACTIONS.size, bias=False)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log-odds that the player to move wins, and the logits of the actions."""
        hidden = self.dropout(functional.relu(self.inner(self.dropout(rows))))
        return self.value(hidden).squeeze(1), self.policy(hidden)

    def losses(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log-loss of the value and that of the policy."""
        rows, shares, played = batch
        odds, logits = self(rows)
        value = functional.binary_cross_entropy_with_logits(odds, shares)
        return value, functional.cross_entropy(logits, played)

    def exported(self) -> Net:
        """Return the same network for numpy."""
        tables = {
            "inner": self.inner.weight.T,
            "value": self.value.weight[0],
            "policy": self.policy.weight.T,
        }
        return Net({name: table.detach().cpu().numpy() for name, table in tables.items()})


def read(path: Path) -> Batch:
    """Read a data set."""
    states, moves, won = zip(*positions(path), strict=True)
    actions = [ACTIONS.action(*pair) for pair in zip(moves, states, strict=True)]
    return (
        torch.from_numpy(rows_of(states)).to(DEVICE),
        torch.tensor(won, dtype=torch.float32, device=DEVICE),
        torch.tensor(actions, device=DEVICE),
    )


def train(net: TorchNet, training: Batch, held_out: Batch) -> Iterator[tuple[float, float]]:
    """Train a network, and yield the log-losses of value and policy on held-out games after each round.

    In the end, the network has the weights of the best round.
    """
    best = float("inf")
    kept = net.state_dict()
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE)
    for _ in range(ROUNDS):
        net.train()
        for one in torch.randperm(len(training[0]), device=DEVICE).split(BATCH):
            optimizer.zero_grad()
            value, policy = net.losses((training[0][one], training[1][one], training[2][one]))
            (value + policy).backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            value, policy = net.losses(held_out)
        yield float(value), float(policy)
        if value < best:
            best, kept = float(value), deepcopy(net.state_dict())
    net.load_state_dict(kept)


def main() -> None:
    """Make two data sets, train a network, export it, and play with it."""
    torch.manual_seed(1)
    with TemporaryDirectory() as folder:
        games, fresh, weights = (Path(folder, name) for name in ("games", "fresh", "weights.npz"))
        self_play(games, GAMES, seed=1)
        self_play(fresh, HELD_OUT, seed=2)
        training, held_out = read(games), read(fresh)
        print(f"{len(training[0]):,} positions to train with, {len(held_out[0]):,} held out")
        net = TorchNet().to(DEVICE)
        for number, (value, policy) in enumerate(train(net, training, held_out), start=1):
            print(f"round {number}: log-loss {value:.3f}, of the policy {policy:.3f}")
        net.exported().save(weights)
        exported = Net.load(weights)
        odds = net(held_out[0])[0].detach().cpu().numpy()
        same = np.allclose(odds, exported.forward(held_out[0].cpu().numpy())[1], atol=1e-3)
        print(f"The exported network says the same: {same}")
        played = 6
        print(f"The network wins {wins(exported, played)} of {played} games against random moves.")


if __name__ == "__main__":
    main()
