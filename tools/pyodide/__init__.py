"""The quick tests in Pyodide: Python as WebAssembly, which runs in browsers."""
