// Run pytest in Pyodide: node run.mjs PYODIDE CHECKOUT PACKAGES REPORTS ARGUMENTS...
//
// PYODIDE is the folder of the npm package, PACKAGES a folder of installed pure Python packages.
// Nothing is fetched: both, and the checkout with its tests, are folders of this machine.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, checkout, packages, reports, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({
  env: { HOME: "/home/user", PYTHONDONTWRITEBYTECODE: "1" },
});
for (const [host, at] of [[checkout, "/checkout"], [packages, "/packages"], [reports, "/reports"]]) {
  python.FS.mkdirTree(at);
  python.mountNodeFS(at, host);
}
python.FS.mkdirTree("/home/user");
python.globals.set("arguments", python.toPy(args));
process.exitCode = await python.runPythonAsync(`
import os, sys
sys.path[:0] = ["/packages", "/checkout"]
os.chdir("/checkout")
import pytest
int(pytest.main(arguments))
`);
