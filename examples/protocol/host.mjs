// An app in JavaScript that asks the engine for the best move of a position.
//
//     node examples/protocol/host.mjs "wd1 turn=one phase=draft … end"
//
// After the position, you can give the command of another engine.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [position, command = "wonders-duel", ...rest] = process.argv.slice(2);
const options = rest.length > 0 ? rest : ["engine"];
const engine = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
const ask = (request) => engine.stdin.write(JSON.stringify(request) + "\n");

ask({ type: "hello", protocol: 1, name: "javascript-app" });
ask({ type: "newgame", seed: "7" });
ask({ type: "go", id: 1, limits: { simulations: 400 }, position });

let chance = "";
for await (const line of createInterface({ input: engine.stdout })) {
  const answer = JSON.parse(line);
  if (answer.type === "info") {
    chance = `, win probability ${Math.round(100 * answer.probability)} %`;
  } else if (answer.type === "bestmove") {
    console.log(`best move: ${answer.move}${chance}`);
    ask({ type: "quit" });
  } else if (answer.type === "error") {
    console.error(answer.message);
    process.exitCode = 1;
    ask({ type: "quit" });
  }
}
