// A bot in JavaScript: it knows no rules and picks a legal move.
//
//     wonders-duel match "process,command=node examples/protocol/bot.mjs" random
//
// It sells cards while it has fewer than four coins, and otherwise makes a random move.

import { createInterface } from "node:readline";

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

function choose(request) {
  const me = request.state.turn_of === "one" ? 0 : 1;
  const isPoor = request.state.cities[me].coins < 4;
  const sales = request.moves.filter((move) => move.startsWith("discard "));
  const moves = isPoor && sales.length > 0 ? sales : request.moves;
  return moves[Math.floor(Math.random() * moves.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.type === "hello") {
    say({ type: "hello", protocol: 1, name: "javascript-example", version: "1.0" });
  } else if (request.type === "go") {
    say({ type: "bestmove", id: request.id, move: choose(request) });
  } else if (request.type === "quit") {
    break;
  }
}
